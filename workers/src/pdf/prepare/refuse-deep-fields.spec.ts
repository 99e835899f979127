import { buildMaster } from './build-master.js';
import { deepFields } from './hostile-pdfs.js';
import { prepareInProcess } from './prepare-in-process.js';
import { rawPdf } from '../fixtures/fixture-pdfs.js';

/** Creates a file with the given field objects, numbered from 4. */
const withFields = (...fields: string[]): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    ...fields,
  ]);

describe('nested form fields', () => {
  it.each([101, 1_200, 1_500])('are refused at depth %d', (depth) => {
    expect(() => buildMaster(deepFields(depth))).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });

  it.each([1, 10, 100])('are accepted at depth %d', async (depth) => {
    const { plan } = await prepareInProcess(deepFields(depth));
    expect(plan.flags).toEqual([]);
  });

  it('are refused when one path to a field is too deep and a shorter path exists', () => {
    const numbers = Array.from({ length: 150 }, (_, index) => 5 + index);
    const references = numbers.toReversed().map((number) => `${number} 0 R`);
    const fields = numbers.map((number) => `<</T(f)${number < 154 ? `/Kids[${number + 1} 0 R]` : ''}>>`);
    const file = withFields(`<</T(top)/Kids[${references.join(' ')}]>>`, ...fields);
    expect(() => buildMaster(file)).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });

  it('are accepted when they form cycles, because PDF readers detect cycles', () => {
    const { plan } = buildMaster(withFields('<</T(a)/Kids[5 0 R]>>', '<</T(b)/Parent 4 0 R/Kids[4 0 R 5 0 R]>>'));
    expect(plan.pages).toBe(1);
  });

  it('are visited once, even when many fields reference them', () => {
    const fields = Array.from({ length: 90 }, (_, level) => `<</T(f)/Kids[${`${5 + level} 0 R `.repeat(50)}]>>`);
    expect(buildMaster(withFields(...fields, '<</T(last)>>')).plan.pages).toBe(1);
  });
});
