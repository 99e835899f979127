import { normalise } from '../document/normalise.js';
import { createCopy, stamp } from '../fixtures/fixture-copies.js';
import { patternPdf, rawPages } from '../fixtures/fixture-pdfs.js';
import { renderers } from '../fixtures/fixture-renderers.js';
import { buildMaster } from '../prepare/build-master.js';
import { openWithPdfium, type GreyRaster, type Raster } from '../prepare/render-pages.js';
import { codeModules, CODE_MODULES, decodeCode } from './mark-code.js';
import { readCodes } from './read-codes.js';

const A4 = { width: 595, height: 842 };
const code = stamp.fileId.slice(0, 9);

/** @returns a function that returns pseudorandom numbers from 0 to 1, the same ones for the same seed */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const toGrey = ({ width, height, pixels }: Raster): GreyRaster => ({
  width,
  height,
  levels: Uint8Array.from({ length: width * height }, (_, pixel) => pixels[4 * pixel + 1]!),
});

const renderPage = async (pdf: Buffer, dpi = 150): Promise<GreyRaster> => {
  const document = (await openWithPdfium(pdf))!;
  const raster = document.page(1, (page) => page.renderGrey(dpi / 72))!;
  document.close();
  return raster;
};

describe('a bar code', () => {
  it('gives the first digits of the file id in both directions', () => {
    for (const fileId of ['0'.repeat(32), 'f'.repeat(32), stamp.fileId, '123456789'.padEnd(32, '0')]) {
      const modules = codeModules(fileId);
      expect(modules).toHaveLength(CODE_MODULES);
      expect(decodeCode(modules)).toBe(fileId.slice(0, 9));
      expect(decodeCode(modules.toReversed())).toBe(fileId.slice(0, 9));
    }
  });

  it('is rejected when one or two modules are wrong', () => {
    const modules = codeModules(stamp.fileId);
    for (let first = 11; first < CODE_MODULES - 11; first++) {
      for (let second = first; second < CODE_MODULES - 11; second++) {
        expect(decodeCode(modules.map((bar, index) => bar !== (index === first || index === second)))).toBeUndefined();
      }
    }
  });
});

describe('readCodes', () => {
  it.each(renderers)('finds the bar code of a copy in the pictures of $name', async ({ render }) => {
    const copy = createCopy(buildMaster((await normalise(await patternPdf(1))).bytes));
    for (const dpi of [100, 150, 200]) {
      const [page] = await render(copy, dpi / 72);
      expect([dpi, readCodes(toGrey(page!))]).toEqual([dpi, [code]]);
    }
  });

  it.each([
    ['grey', '.45 g 0 0 595 842 re f'],
    ['black', '0 g 0 0 595 842 re f'],
    ['red', '1 0 0 rg 0 0 595 842 re f'],
    ['hatched', Array.from({ length: 400 }, (_, at) => `${at * 3} 0 m ${at * 3 - 300} 842 l S`).join('\n')],
  ])('finds the bar code on a %s page', async (_, content) => {
    const copy = createCopy(buildMaster(rawPages([{ content }])));
    expect(readCodes(await renderPage(copy))).toEqual([code]);
  });

  it.each([
    ['A0', 2384, 3370],
    ['a roll', 2580, 8500],
    ['A5', 420, 595],
    ['A6', 298, 420],
    ['a narrow strip', 200, 1200],
  ])('finds the bar code on %s, at 150 dpi', async (_, width, height) => {
    const { master, plan } = buildMaster(rawPages([{ entries: `/MediaBox[0 0 ${width} ${height}]` }]));
    expect(readCodes(await renderPage(createCopy({ master, plan })))).toEqual([code]);
  });

  it('finds nothing in random bars, letters and noise', async () => {
    const next = random(20261125);
    const { width, height } = A4;
    const bars = new Uint8Array(width * height);
    for (let y = 0, run = 0, level = 255; y < height; y++) {
      for (let x = 0; x < width; x++, run--) {
        if (run <= 0) [run, level] = [1 + Math.floor(5 * next()), level === 255 ? 60 : 255];
        bars[y * width + x] = x < 10 ? 255 : level;
      }
    }
    expect(readCodes({ ...A4, levels: bars })).toEqual([]);
    const noise = Uint8Array.from({ length: width * height }, () => 256 * next());
    expect(readCodes({ ...A4, levels: noise })).toEqual([]);
    expect(readCodes(await renderPage(await patternPdf(1)))).toEqual([]);
  });
});
