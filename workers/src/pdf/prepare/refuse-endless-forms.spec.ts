import { buildMaster } from './build-master.js';
import { hostilePdfs } from './hostile-pdfs.js';
import { normalise } from '../document/normalise.js';

const nested = hostilePdfs.filter(([name]) => name.startsWith('forms nested'));

// Hostile.spec.ts shows the same refusal by the limits of the process.
describe('nested forms', () => {
  it.each(nested)('are counted and refused before drawing: %s', async (_, make) => {
    const { bytes } = await normalise(make());
    expect(() => buildMaster(bytes)).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });
});
