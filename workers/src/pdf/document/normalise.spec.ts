import { normalise } from './normalise.js';
import { prepareInProcess } from '../prepare/prepare-in-process.js';
import { openWithPdfJs } from './read-pages.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

const CONTENT = 'BT /F 20 Tf 60 700 Td (Seite 1) Tj ET';
const stamp = {
  email: 'a@b.de',
  orderNumber: 'X',
  date: '2026-11-21',
  fileId: '0'.repeat(32),
  locale: 'de',
} as const;

/**
 * Creates a valid file of half a kilobyte in which one object has a high number.
 * @param size the value of /Size in the trailer
 */
function sparsePdf(highObject: 'page' | 'content', highNumber: number, size = highNumber + 1): Buffer {
  const [page, content] = highObject === 'page' ? [highNumber, 4] : [3, highNumber];
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const bodies: [number: number, body: string][] = [
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`],
    [
      page,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources<</Font<</F ${font}>>>>>>`,
    ],
    [content, `<</Length ${CONTENT.length}>>stream\n${CONTENT}\nendstream`],
  ];
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  let rows = '0 1\n0000000000 65535 f \n';
  for (const [number, body] of bodies) {
    rows += `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const end = `xref\n${rows}trailer <</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}

// Qpdf drops every object whose number is greater than a third of the file's size in bytes.
describe('a small file with high object numbers', () => {
  it.each([
    ['page', 50_000],
    ['content', 200],
    ['content', 50_000],
    ['content', 8_388_607],
  ] as const)('keeps its %s when that object has the number %d', async (highObject, highNumber) => {
    const source = sparsePdf(highObject, highNumber);
    expect(source.length).toBeLessThan(600);
    const { master, plan } = await prepareInProcess(source);
    expect(plan.flags).toEqual([]);
    const { tail } = writeTail(compilePlan(plan), stamp);
    expect(tail.length).toBeLessThan(4000);
    const copy = (await openWithPdfJs(Buffer.concat([master, tail])))!;
    expect((await copy.page(1)).texts.map(({ text }) => text)).toContain('Seite 1');
    await copy.close();
  });

  it('keeps its content when the /Size in the trailer is lower than its object numbers', async () => {
    const { plan, master } = await prepareInProcess(sparsePdf('content', 50_000, 5));
    expect([plan.flags, plan.objects < 20]).toEqual([['repaired'], true]);
    const copy = (await openWithPdfJs(Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail])))!;
    expect((await copy.page(1)).texts.map(({ text }) => text)).toContain('Seite 1');
    await copy.close();
  });

  it('loses an object whose number exceeds the limit of the format, and counts as repaired', async () => {
    const { bytes, repaired } = await normalise(sparsePdf('content', 2_147_483_646));
    expect([bytes.length < 1000, repaired]).toEqual([true, true]);
  });
});
