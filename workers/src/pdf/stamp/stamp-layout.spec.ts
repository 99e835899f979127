import { buildMaster } from '../prepare/build-master.js';
import { createCopy, stamp } from '../fixtures/fixture-copies.js';
import { rawPages, rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import type { PreparedMaster } from '../prepare/plan.js';
import { prepareInProcess } from '../prepare/prepare-in-process.js';
import { openWithPdfJs } from '../document/read-pages.js';
import { openWithPdfium, type Raster } from '../prepare/render-pages.js';
import { createShaper } from '../document/script-fonts.js';

const page = (width: number, height: number, unit = 1, content = '0 0 m 9 9 l S') =>
  rawPages([{ entries: `/MediaBox[0 0 ${width} ${height}]/UserUnit ${unit}`, content }]);
const longestAddress = (letter: string): string => `${letter.repeat(64)}@${letter.repeat(185)}.com`;

/** @returns one text for each file that is refused: its name and the error */
async function findRefusals(files: [name: string, file: Buffer][]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, file] of files) {
    await prepareInProcess(file).catch((error: unknown) => found.push(`${name}: ${String(error)}`));
  }
  return found;
}

describe('a valid page', () => {
  const sides = [10, 20, 40, 85, 100, 140, 200, 400, 14_400];
  it.each(sides.map((width, row) => [width, sides.filter((_, column) => (row + column) % 2 === 0)] as const))(
    'that is %d points wide is accepted with heights of %j',
    async (width, heights) => {
      const files = heights.map((height): [string, Buffer] => [`${width} × ${height}`, page(width, height)]);
      expect(await findRefusals(files)).toEqual([]);
    },
  );

  it('is accepted when it is completely black', async () => {
    const black = [
      [140, 140],
      [20, 40],
      [85, 200],
      [40, 5000],
    ].map(([width, height]): [string, Buffer] => [
      `black ${width} × ${height}`,
      page(width!, height!, 1, '0 g 0 0 9999 9999 re f'),
    ]);
    expect(await findRefusals(black)).toEqual([]);
  });

  it.each([
    [595, 842, 3],
    [595, 842, 0.5],
    [5000, 14_400, 5],
    [238, 337, 10],
    [12, 30, 6],
  ])('of %d by %d page units is accepted with %f points per unit', async (width, height, unit) => {
    expect(await findRefusals([['', page(width, height, unit)]])).toEqual([]);
  });
});

/** Creates a page with opaque form fields. @param rects the left, bottom, right and top side of each field */
function coveredPage([width, height]: [number, number], rects: number[][], entries = ''): Buffer {
  const fields = rects.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${entries}/Contents 4 0 R/Annots[${fields}]>>`,
    rawStream('0 0 m 9 9 l S'),
    ...rects.flatMap(([left, bottom, right, top], index) => {
      const box = `0 0 ${right! - left!} ${top! - bottom!}`;
      return [
        `<</Type/Annot/Subtype/Widget/FT/Tx/F 4/T(f${index})/Rect[${left} ${bottom} ${right} ${top}]/AP<</N ${6 + 2 * index} 0 R>>>>`,
        rawStream(`.8 .9 1 rg ${box} re f`, `/Type/XObject/Subtype/Form/BBox[${box}]`),
      ];
    }),
  ]);
}

async function renderPage(copy: Buffer): Promise<Raster> {
  const document = (await openWithPdfium(copy))!;
  const raster = document.page(1, (drawn) => drawn.render(2))!;
  document.close();
  return raster;
}

/** @returns the number of pixels that the mark with this address changes */
async function countMarkPixels(prepared: PreparedMaster, email: string): Promise<number> {
  const [marked, blank] = [
    await renderPage(createCopy(prepared, { buyer: { ...stamp, email } })),
    await renderPage(createCopy(prepared, { blank: true })),
  ];
  let changed = 0;
  for (let at = 0; at < marked.pixels.length; at += 4) {
    if (Math.abs(marked.pixels[at + 1]! - blank.pixels[at + 1]!) > 60) changed++;
  }
  return changed;
}

/**
 * Prepares a file and compares its mark with the same mark on an empty page.
 * @returns the prepared file, and the visible share of its mark, 0 to 1
 */
async function measureVisibleShare(file: Buffer, email: string): Promise<{ prepared: PreparedMaster; share: number }> {
  const prepared = await prepareInProcess(file);
  const { object: _, width, height, userUnit, ...place } = prepared.plan.sizes[0]!;
  const empty = buildMaster(page(width, height, userUnit), [], { places: new Map([[1, place]]) });
  return { prepared, share: (await countMarkPixels(prepared, email)) / (await countMarkPixels(empty, email)) };
}

describe('a mark on a partly covered page', () => {
  it.each<[string, [number, number], number[][]]>([
    ['above the first two lines at the bottom of A6', [298, 420], [[0, 28, 298, 110]]],
    ['above the first two lines at the bottom of A4', [595, 842], [[0, 29.5, 560, 60]]],
    ['next to the first two lines at the right edge of A6', [298, 420], [[200, 60, 268, 420]]],
  ])('is completely visible, even with the longest address, when a field begins %s', async (_, size, rects) => {
    expect((await measureVisibleShare(coveredPage(size, rects), longestAddress('m'))).share).toBeGreaterThan(0.95);
  });

  const coverMargins = (width: number, height: number, margin: number): number[][] => [
    [0, 0, width, margin],
    [0, height - margin, width, height],
    [0, 0, margin, height],
    [width - margin, 0, width, height],
  ];
  it.each([
    [595, 842, 60],
    [595, 842, 150],
    [842, 595, 60],
    [298, 420, 40],
    [420, 298, 50],
    [2384, 3370, 200],
  ])(
    'is completely visible on a page of %d by %d points whose margins of %d points are covered',
    async (width, height, margin) => {
      for (const email of [stamp.email, longestAddress('m')]) {
        const { prepared, share } = await measureVisibleShare(
          coveredPage([width, height], coverMargins(width, height, margin)),
          email,
        );
        expect(share).toBeGreaterThan(0.95);
        expect(prepared.plan.sizes).toEqual([
          expect.objectContaining({ up: [expect.any(Number), expect.any(Number)] }),
        ]);
      }
    },
  );

  it('has a shortened address and is completely visible when no place has room for more than two lines', async () => {
    const { prepared, share } = await measureVisibleShare(
      coveredPage([595, 842], [[0, 30, 560, 842]]),
      longestAddress('m'),
    );
    expect(share).toBeGreaterThan(0.95);
    expect(prepared.plan.sizes[0]).not.toHaveProperty('line');
    const [across] = await readMarkTexts(createCopy(prepared, { buyer: { ...stamp, email: longestAddress('m') } }));
    expect(across).toMatch(/^Lizenziert für m{64}@m{20,}…m{60,}\.com – Bestellung PP-2026-000123 – 21\.11\.2026$/);
  });

  it('is completely visible on a page with three points per page unit', async () => {
    const rects = [
      [0, 0, 595, 12],
      [583, 0, 595, 842],
    ];
    const file = coveredPage([595, 842], rects, '/UserUnit 3/PieceInfo<</X<</Private 1>>>>');
    expect((await measureVisibleShare(file, stamp.email)).share).toBeGreaterThan(0.95);
  });
});

/** @returns the horizontal and the vertical text of the mark */
async function readMarkTexts(copy: Buffer): Promise<string[]> {
  const document = (await openWithPdfJs(copy))!;
  const { texts } = await document.page(1);
  await document.close();
  return (['right', 'up'] as const).map((direction) =>
    texts
      .filter((shown) => shown.direction === direction && shown.text !== stamp.fileId)
      .map(({ text }) => text)
      .join('')
      .replace(/ ?– ?/g, ' – ')
      .replace(/(Lizenziert|für|Bestellung) ?/g, '$1 ')
      .trim(),
  );
}

/** @returns the smallest font size of the mark in points */
function smallestFontSize(copy: Buffer): number {
  const forms = copy.toString('latin1').split('/Subtype/Form');
  const content = forms.find((form) => form.includes('3 Tr'))!;
  const sizes = [...content.slice(0, content.indexOf('3 Tr')).matchAll(/([\d.]+) Tf/g)].map(([, size]) => Number(size));
  return Math.min(...sizes);
}

describe('the letters of the mark', () => {
  it.each([
    [120, 120],
    [150, 150],
    [200, 120],
    [298, 420],
    [120, 2000],
  ])('have a font size of at least 6 points on a page of %d by %d points, for any address', async (width, height) => {
    const built = buildMaster(page(width, height));
    for (const email of [
      stamp.email,
      longestAddress('a'),
      longestAddress('m'),
      `${'字'.repeat(64)}@${'例'.repeat(60)}.cn`,
    ]) {
      const copy = createCopy(built, { buyer: { ...stamp, email, shaper: await createShaper(email) } });
      expect(smallestFontSize(copy)).toBeGreaterThanOrEqual(5.99);
      for (const text of await readMarkTexts(copy)) {
        expect(text).toContain('Bestellung PP-2026-000123 – 21.11.2026');
        expect(text.slice('Lizenziert für '.length)).toMatch(
          new RegExp(`^${email.slice(0, 3)}.*${email.slice(-3)} – Bestellung`),
        );
      }
    }
  });

  it('are nearly as large for the longest address as for a typical one on a small label', () => {
    for (const [width, height] of [
      [100, 60],
      [60, 100],
      [40, 40],
    ] as const) {
      const built = buildMaster(page(width, height));
      const ordinary = smallestFontSize(createCopy(built, { buyer: { ...stamp, email: `${'a'.repeat(28)}.com` } }));
      const long = smallestFontSize(createCopy(built, { buyer: { ...stamp, email: longestAddress('a') } }));
      expect(long).toBeGreaterThan(0.85 * ordinary);
    }
  });

  it('contain the longest address completely when the page has room for it', async () => {
    const email = longestAddress('a');
    for (const text of await readMarkTexts(createCopy(buildMaster(page(298, 420)), { buyer: { ...stamp, email } }))) {
      expect(text).toContain(email);
    }
  });
});
