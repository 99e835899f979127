import { buildMaster } from '../prepare/build-master.js';
import { createCopy, markedPixels, stamp } from '../fixtures/fixture-copies.js';
import { hideCodes } from '../prepare/check-drawing.js';
import { layout } from './stamp-layout.js';
import { shapeStamp } from './tail.js';
import { patternPdf, rawPages, rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import { renderers, type Renderer } from '../fixtures/fixture-renderers.js';
import { letterContrast } from '../document/luminance.js';
import type { PreparedMaster } from '../prepare/plan.js';
import { prepareInProcess } from '../prepare/prepare-in-process.js';

interface PageFault {
  page: number;
}

/** Pixels per point. */
const SCALE = 0.75;

/** @returns the pages whose picture does not show both texts of the mark, or shows a part of the mark outside its areas */
async function findFaults(prepared: PreparedMaster, renderer: Renderer, scale = SCALE): Promise<PageFault[]> {
  const marked = await renderer.render(createCopy(prepared), scale);
  const blank = await renderer.render(createCopy(prepared, { blank: true }), scale);
  // MuPDF's tool renders no page of a file with an invalid inline image.
  if (marked.length === 0 && blank.length === 0) return [];
  expect(marked).toHaveLength(prepared.plan.pages);
  return marked.flatMap((picture, index) => {
    const size = prepared.plan.sizes.find(
      ({ width, height }) => Math.abs(picture.width / picture.height - width / height) < 0.02,
    )!;
    const found = markedPixels(
      picture,
      blank[index]!,
      prepared.plan.sizes.length === 1 ? prepared.plan.sizes[0]! : size,
    );
    return found.across > 100 && found.up > 100 && found.outside === 0 ? [] : [{ page: index + 1, ...found }];
  });
}

const BROKEN_INSTRUCTIONS: [string, string][] = [
  ['a matrix of two numbers', '0 0 cm'],
  ['a matrix without numbers', 'cm'],
  ['a font without size', 'BT /F Tf (a) Tj ET'],
  ['a font size without font', 'BT 9 Tf (a) Tj ET'],
  ['a rectangle of two numbers', '9 9 re f'],
  ['a drawing without name', 'Do'],
  ['a number in place of a name', '5 Do 7 gs'],
  ['a name in place of a number', '/a 0 0 1 0 0 cm /b w'],
  ['an operator for text without a string', 'BT Tj 5 Tj ET'],
  ['a text position of one number', 'BT 5 Td ET'],
  ['a curve of three numbers', '0 0 m 1 2 3 c S'],
  ['marked content without name', 'BDC EMC'],
  ['an inline image without dictionary', 'BI EI'],
  ['an inline image without size', 'BI /W /H ID \x01 EI'],
  ['an inline image without data', 'BI ID EI'],
  ['a number that some readers split into a number and an operator', '1e3 0 0 1 0 0 cm'],
  ['a closing bracket without an opening one', '] 1 g'],
  ['more unknown operators than MuPDF reads', '(a) foo\n'.repeat(200)],
  ['more brackets than MuPDF reads', 'foo 1 ]\n'.repeat(200)],
];

describe.each(renderers)('the mark in the pictures of $name', (renderer) => {
  it('is visible when the page has a broken instruction', async () => {
    // MuPDF's tool stops at an invalid inline image, so each of these is in a separate file.
    const images = BROKEN_INSTRUCTIONS.filter(([, content]) => content.startsWith('BI'));
    for (const group of [
      BROKEN_INSTRUCTIONS.filter((instruction) => !images.includes(instruction)),
      ...images.map((instruction) => [instruction]),
    ]) {
      const pages = group.map(([, content]) => ({ content: `q\n${content}\nQ\nq 0 g 100 100 80 80 re f Q` }));
      const found = await findFaults(buildMaster(rawPages(pages)), renderer);
      expect(found.map((fault) => [group[fault.page - 1]![0], fault])).toEqual([]);
    }
  });

  it('is visible for every rotation, page box and user unit', async () => {
    const boxes = [
      '/MediaBox[0 0 400 300]',
      '/MediaBox[0 0 900 1000]/CropBox[150 100 550 400]',
      '/MediaBox[200 150 -200 -150]',
    ];
    const pages = boxes.flatMap((box) => [0, 90, 180, 270].map((rotate) => ({ entries: `${box}/Rotate ${rotate}` })));
    expect(await findFaults(buildMaster(rawPages(pages)), renderer)).toEqual([]);
    // Poppler ignores UserUnit and renders the page at half its size, so the scale is doubled.
    expect(
      await findFaults(buildMaster(rawPages([{ entries: `${boxes[0]}/UserUnit 2` }])), renderer, 2 * SCALE),
    ).toEqual([]);
    expect(await findFaults(buildMaster(rawPages([{ entries: '/MediaBox[0 0 3400 2600]' }])), renderer)).toEqual([]);
  });

  it('is visible on a pattern with layers, links and form fields', async () => {
    expect(await findFaults(await prepareInProcess(await patternPdf(2)), renderer)).toEqual([]);
  });
});

/**
 * Creates a page of 600 by 800 points with opaque annotations.
 * @param rects the left, bottom, right and top side of each annotation, in points
 */
function coveredPage(rects: number[][], entries = '/Subtype/Widget/FT/Tx/F 4', colour = '.8 .9 1 rg'): Buffer {
  const annotations = rects.map((rect, index) => {
    const [left, bottom, right, top] = rect as [number, number, number, number];
    const appearance = rawStream(
      `${colour} 0 0 ${right - left} ${top - bottom} re f`,
      `/Type/XObject/Subtype/Form/BBox[0 0 ${right - left} ${top - bottom}]`,
    );
    return [`<</Type/Annot${entries}/T(f${index})/Rect[${rect.join(' ')}]/AP<</N ${6 + 2 * index} 0 R>>>>`, appearance];
  });
  const fields = rects.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  const form = entries.includes('/Widget') ? `/AcroForm<</Fields[${fields}]>>` : '';
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${form}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[${fields}]>>`,
    rawStream('0 g 300 400 m 310 410 l S'),
    ...annotations.flat(),
  ]);
}

describe('a mark on a page with annotations', () => {
  it.each<[string, number[][], object]>([
    ['nothing', [], {}],
    ['a thin line', [[0, 14, 600, 14.5]], {}],
    ['a field over the bottom', [[0, 0, 600, 60]], { line: 1, up: [expect.closeTo(0.075, 2), expect.any(Number)] }],
    [
      'a field over the beginning of the horizontal text',
      [[0, 0, 150, 60]],
      { across: [expect.closeTo(0.25, 2), expect.any(Number)] },
    ],
    ['a field along the right edge', [[540, 100, 600, 700]], { edge: 1 }],
    [
      'a field over the whole right edge',
      [[540, 0, 600, 800]],
      { across: [expect.any(Number), expect.closeTo(0.9, 2)], edge: 1 },
    ],
    [
      'fields over bottom and right edge',
      [
        [0, 0, 600, 60],
        [540, 100, 600, 700],
      ],
      { line: 1, edge: 1 },
    ],
  ])('gets a visible place when its default place is covered by %s', async (_, rects, place) => {
    for (const kind of [undefined, '/Subtype/Link/F 4']) {
      const prepared = await prepareInProcess(coveredPage(rects, kind));
      expect(prepared.plan.sizes).toEqual([expect.objectContaining(place)]);
      for (const renderer of renderers) expect(await findFaults(prepared, renderer)).toEqual([]);
    }
  });

  it('stays in the margin when nothing covers it, and moves away from an annotation that is only printed', async () => {
    const plain = await prepareInProcess(rawPages([{}, {}]));
    expect(plain.plan.sizes).toEqual([{ object: expect.any(Number), width: 595, height: 842, userUnit: 1 }]);
    const onPaper = await prepareInProcess(coveredPage([[0, 0, 600, 60]], '/Subtype/Link/F 36'));
    expect(onPaper.plan.sizes).toMatchObject([{ line: 1 }]);
  });

  it('causes a refusal of the file when annotations cover every place', async () => {
    for (const rects of [
      [[0, 0, 600, 800]],
      [
        [200, 0, 400, 800],
        [0, 300, 600, 500],
      ],
    ]) {
      const refusal = { name: 'MasterRefused', code: 'STAMP_NOT_VISIBLE' };
      await expect(prepareInProcess(coveredPage(rects))).rejects.toMatchObject(refusal);
    }
  });

  it('causes a refusal of the file when an annotation in the colour of the trial stamp covers the page', async () => {
    for (const kind of [undefined, '/Subtype/Link/F 4']) {
      const magenta = coveredPage([[0, 0, 600, 800]], kind, '1 0 1 rg');
      await expect(prepareInProcess(magenta)).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
    }
  });
});

/** Creates an image of noise with the colours of a photo. */
function photoStream(): string {
  let state = 1;
  const bytes = Array.from({ length: 3 * 96 * 96 }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(Math.min(255, Math.floor(90 + 60 * Math.sin(index / 700) + (state / 2 ** 31) * 90)));
  }).join('');
  return rawStream(bytes, '/Type/XObject/Subtype/Image/Width 96/Height 96/BitsPerComponent 8/ColorSpace/DeviceRGB');
}

const BACKGROUNDS: [string, string][] = [
  ['white', '1 g'],
  ['black', '0 g'],
  ['45 % grey', '.45 g'],
  ['red', '1 0 0 rg'],
  ['green', '0 1 0 rg'],
  ['a photo', 'q 300 0 0 200 0 0 cm /Photo Do Q'],
];

describe.each(renderers)('the letters of the mark in the pictures of $name', (renderer) => {
  it.each(BACKGROUNDS)('have enough contrast on %s', async (background, paint) => {
    const fill = background === 'a photo' ? paint : `${paint} 0 0 300 200 re f`;
    const source = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</XObject<</Photo 5 0 R>>>>>>',
      rawStream(fill),
      photoStream(),
    ]);
    const prepared = buildMaster(source);
    const { codes } = layout(prepared.pageSizes[0]!, shapeStamp(stamp).glyphs);
    const [marked, blank] = await Promise.all(
      [false, true].map(async (isBlank) => {
        const [page] = await renderer.render(createCopy(prepared, { blank: isBlank }), 4);
        return hideCodes(page!, { x: 0, y: 0, width: 300, height: 200 }, codes);
      }),
    );
    // The pictures have 4 pixels per point, so the font size of 7 points is 28 pixels and the halo is about 4 pixels wide.
    expect(letterContrast(marked!, blank!, 4)).toBeGreaterThanOrEqual(4.5);
  });
});
