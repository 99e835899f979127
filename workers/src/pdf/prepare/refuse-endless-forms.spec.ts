import { buildMaster } from './build-master.js';
import { hostilePdfs } from './hostile-pdfs.js';
import { normalise } from '../document/normalise.js';

const nested = hostilePdfs.filter(([name]) => name.startsWith('forms nested'));

// review point 30: hostile.spec.ts sees the same refusal without the count, from the limits that stand behind it
describe('forms in forms in forms', () => {
  it.each(nested)('are counted and refused before anything is drawn: %s', async (_, make) => {
    const { bytes } = await normalise(make());
    expect(() => buildMaster(bytes)).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }));
  });
});
