import { createHash } from 'node:crypto';
import { growingPdfs } from './hostile-pdfs.js';
import { prepareInProcess } from './prepare-in-process.js';
import { patternPdf, rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import { runQpdf } from '../document/qpdf.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

const stamp = {
  email: 'a@b.de',
  orderNumber: 'PP-1',
  date: '2026-11-21',
  fileId: '0'.repeat(32),
  locale: 'de',
} as const;

const LONGEST_ADDRESS = `${'m'.repeat(64)}@${'m'.repeat(185)}.de`;

/** @returns text that compresses about as well as real text, the same text for the same seed */
const randomText = (seed: number): string =>
  Array.from({ length: 30 }, (_, line) => createHash('sha512').update(`${seed} ${line}`).digest('hex')).join('');

/** Creates a file with thousands of small objects: structure elements, which word processors write for each paragraph. */
function taggedPdf(pages: number, elements: number): Buffer {
  const root = 3 + 2 * pages;
  const kids = Array.from({ length: elements }, (_, index) => root + 1 + index);
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>>>`,
    `<</Type/Pages/Kids[${Array.from({ length: pages }, (_, index) => `${3 + 2 * index} 0 R`).join(' ')}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, (_, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${4 + 2 * index} 0 R>>`,
      rawStream(`0 0 m 9 9 l S %${randomText(index)}`),
    ]).flat(),
    `<</Type/StructTreeRoot/K[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    ...kids.map(
      (kid) => `<</Type/StructElem/S/P/P ${root} 0 R/Pg 3 0 R/K ${kid}/A<</O/Layout/SpaceAfter ${kid % 17}>>>>`,
    ),
  ]);
}

const pack = async (file: Buffer): Promise<Buffer> =>
  (await runQpdf(['--object-streams=generate', 'INPUT', 'OUTPUT'], file)).output!;

describe('a copy of a file with object streams', () => {
  // A copy without object streams would be up to 2.8 times as large as its source.
  it.each<[string, () => Promise<Buffer>]>([
    ['a tagged text of 40 pages', () => pack(taggedPdf(40, 20_000))],
    ['a text of 80 pages with few tags', () => pack(taggedPdf(80, 2_000))],
  ])(
    'is at most 1.3 times as large as the file: %s',
    async (_, createFile) => {
      const source = await createFile();
      const { master, plan } = await prepareInProcess(source);
      expect(plan.v).toBe(2);
      expect(source.length).toBeGreaterThan(200_000);
      const { tail } = writeTail(compilePlan(plan), stamp);
      const copy = Buffer.concat([master, tail]);
      expect((await runQpdf(['--check', 'INPUT'], copy)).exitCode).toBe(0);
      expect(copy.length / source.length).toBeLessThan(1.3);
    },
    120_000,
  );
});

describe('a copy of a file without object streams', () => {
  it('has a classic xref table', async () => {
    const { output } = await runQpdf(['--object-streams=disable', 'INPUT', 'OUTPUT'], await patternPdf(2));
    const { plan } = await prepareInProcess(output!);
    expect(plan.v).toBe(1);
    expect(writeTail(compilePlan(plan), stamp).tail.toString('latin1')).toMatch(/\nxref\n0 \d+\n0000000000 65535 f \n/);
  });
});

const MIB = 1024 * 1024;

describe('a copy of a small hostile file', () => {
  it.each(growingPdfs)(
    'has at most 8 times the size of the file plus 2 MiB, or the file is refused: %s',
    async (_, createFile) => {
      const source = createFile();
      expect(source.length).toBeLessThan(MIB);
      const copy = await prepareInProcess(source).then(
        ({ master, plan }) =>
          master.length + writeTail(compilePlan(plan), { ...stamp, email: LONGEST_ADDRESS }).tail.length,
        ({ code }: { code?: string }) => code,
      );
      if (typeof copy === 'number') expect(copy).toBeLessThan(2 * MIB + 8 * source.length);
      else expect(copy).toBe('TOO_COMPLEX');
    },
    120_000,
  );
});
