import { buildMaster } from '../prepare/build-master.js';
import { rawPages } from '../fixtures/fixture-pdfs.js';
import type { PreparedMaster } from '../prepare/plan.js';
import { openWithPdfJs, type ReadPage } from '../document/read-pages.js';
import { showsStamp } from '../prepare/self-check.js';
import { stampText, type Stamp } from './stamp-text.js';
import { compilePlan, writeTail } from './tail.js';

const stamp: Stamp = {
  email: 'a@b.de',
  orderNumber: 'PP-1',
  date: '2026-11-21',
  fileId: '0'.repeat(32),
  locale: 'en',
};

async function readStampedPages({ master, plan }: PreparedMaster, buyer = stamp): Promise<ReadPage[]> {
  const document = (await openWithPdfJs(Buffer.concat([master, writeTail(compilePlan(plan), buyer).tail])))!;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= plan.pages; number++) pages.push(await document.page(number));
  await document.close();
  return pages;
}

const boxes = {
  plain: '/MediaBox[0 0 600 800]',
  'cropped inside': '/MediaBox[0 0 900 1000]/CropBox[150 100 750 900]',
  'cropped beyond the sheet': '/MediaBox[0 0 600 800]/CropBox[-50 -50 700 900]',
  'cropped off the sheet': '/MediaBox[0 0 600 800]/CropBox[2000 2000 2600 2800]',
  'negative and reversed': '/MediaBox[300 400 -300 -400]',
  'with decimal fractions, some without a leading zero': '/MediaBox[.5 -0.25 600.50 799.75]',
};

describe('the stamp', () => {
  const cases = Object.entries(boxes).flatMap(([name, box]) =>
    [0, 90, 180, 270, -90, 450].flatMap((rotate) =>
      [undefined, 0.5, 4].map((unit) => ({
        name,
        rotate,
        unit,
        entries: `${box}/Rotate ${rotate}${unit ? `/UserUnit ${unit}` : ''}`,
      })),
    ),
  );

  it('is at the visible bottom and right edge for every rotation, page box and user unit', async () => {
    const prepared = buildMaster(rawPages(cases));
    const pages = await readStampedPages(prepared);
    pages.forEach((page, index) => {
      const { name, rotate, unit = 1 } = cases[index]!;
      const upright = rotate % 180 === 0;
      const where = `${name}, ${rotate}°, unit ${unit}`;
      expect({ where, width: page.width, height: page.height }).toEqual({
        where,
        width: (upright ? 600 : 800) * unit,
        height: (upright ? 800 : 600) * unit,
      });
      expect({ where, stamped: showsStamp(page, stampText(stamp)) }).toEqual({ where, stamped: true });
      const [bottom, right] = page.texts;
      // With a user unit of 4 the letters are large, and a second bar code, 113 points long, precedes the text.
      const code = unit === 4 ? 113 : 0;
      expect(bottom!.x).toBeLessThan(16 + code);
      expect(bottom!.y).toBeLessThan(20);
      expect(page.width - right!.x).toBeLessThan(20);
      expect(right!.y).toBeLessThan(page.height / 10 + code);
    });
    // Pages of the same size share a stamp. Two orientations with three user units each give six sizes.
    expect(prepared.plan.sizes).toHaveLength(6);
  });

  it('follows page boxes and a rotation that the page inherits', async () => {
    const inherited = '/MediaBox[0 0 400 300]/Rotate 90/Resources<</ExtGState<<>>>>';
    const [page] = await readStampedPages(buildMaster(rawPages([{ entries: '' }], inherited)));
    expect(page).toMatchObject({ width: 300, height: 400 });
    expect(showsStamp(page!, stampText(stamp))).toBe(true);
  });

  it('is inside a page whose side is 10 points long, and shows a long address shortened', async () => {
    const entries = ['[0 0 10 10]', '[0 0 14400 10]', '[0 0 595 842]'].map((box) => ({ entries: `/MediaBox${box}` }));
    const long = { ...stamp, email: `${'w'.repeat(240)}@example.com` };
    const pages = await readStampedPages(buildMaster(rawPages(entries)), long);
    expect(pages.map((page) => showsStamp(page, stampText(long)))).toEqual([false, false, true]);
    for (const { width, height, texts } of pages.slice(0, 2)) {
      expect(texts.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)).toBe(true);
      const up = texts.filter(({ direction }) => direction === 'up').map(({ text }) => text);
      expect(up.join('').replaceAll(' ', '')).toMatch(/^Licensedtow+…w+@example\.com–Order/);
    }
  });

  it('needs a page of at least 10 points: a smaller page is refused', () => {
    for (const entries of ['/MediaBox[0 0 9 800]', '/MediaBox[0 0 0 0]', '/MediaBox[0 0 50 50]/UserUnit .1']) {
      expect(() => buildMaster(rawPages([{ entries }]))).toThrow(expect.objectContaining({ code: 'PAGE_TOO_SMALL' }));
    }
  });
});

describe('content before the stamp', () => {
  it.each([
    ['saved states and a scaled page', 'q 9 0 0 9 100 100 cm q'],
    ['restores without saves', '.1 0 0 .1 0 0 cm Q Q Q'],
    ['an unfinished text object', 'BT /F 9 Tf'],
    ['an empty clip', '0 0 0 0 re W n'],
    ['a path under construction', '0 0 m 100 100 l 0 0 5 5 re W'],
    ['an unfinished string', 'BT (never (closed'],
    ['an unfinished array', 'BT [(a) 3'],
    ['an unfinished dictionary', '/Span <</ActualText (a)'],
    ['an unfinished hex string', '<4142'],
    ['unfinished inline image data', 'BI /W 1 /H 1 /BPC 8 /CS /G ID \x01'],
    ['a comment', '% no line end'],
    ['nothing', ''],
  ])('does not hide or move the stamp: %s', async (_, content) => {
    const [page] = await readStampedPages(buildMaster(rawPages([{ content }])));
    expect(showsStamp(page!, stampText(stamp))).toBe(true);
  });

  it.each([
    ['an unknown operator in a compatibility section', 'BX foo EX 0 0 m 9 9 l S', []],
    ['an unknown operator elsewhere', '(a) foo 0 0 m 9 9 l S', []],
    ['an unknown operator and an open graphics state', 'q foo', ['unbalanced-content']],
  ])('is flagged only when it leaves a graphics state open: %s', (_, content, flags) => {
    expect(buildMaster(rawPages([{ content }])).plan.flags).toEqual(flags);
  });

  it('can belong to a page that is used twice: both pages are stamped', async () => {
    const file = rawPages([{}, {}]).toString('latin1').replace('[3 0 R 5 0 R]', '[3 0 R 3 0 R]');
    const prepared = buildMaster(Buffer.from(file, 'latin1'));
    expect(prepared.plan.flags).toEqual(['shared-page']);
    const pages = await readStampedPages(prepared);
    expect(pages.map((page) => showsStamp(page, stampText(stamp)))).toEqual([true, true]);
  });

  it('can contain an older stamp: the page shows both', async () => {
    const { master, plan } = buildMaster(rawPages([{}]));
    const copy = Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail]);
    const [page] = await readStampedPages(buildMaster(copy), { ...stamp, email: 'second@b.de' });
    expect(page!.texts.filter(({ text }) => text.includes('second@b.de'))).toHaveLength(2);
    expect(page!.texts.filter(({ text }) => text.includes('to a@b.de'))).toHaveLength(2);
  });
});
