import { buildMaster } from './build-master.js';
import { hostilePdfs } from './hostile-pdfs.js';
import { normalise } from '../document/normalise.js';

const nestedForms = hostilePdfs.filter(([name]) => name.startsWith('nested forms'));

// hostile.spec.ts tests the same files with the limits of the process.
describe('nested forms', () => {
  it.each(nestedForms)('are counted and refused before drawing: %s', async (_, createFile) => {
    const { bytes } = await normalise(createFile());
    expect(() => buildMaster(bytes)).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });
});
