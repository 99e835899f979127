import { buildMaster } from './build-master.js';
import { checkDrawing } from './check-drawing.js';
import { copyOf, stamp } from './fixture-copies.js';
import { rawPages } from './fixture-pdfs.js';
import { compilePlan, writeTail } from './tail.js';

const grey = rawPages([{ content: '.45 g 0 0 595 842 re f' }, {}]);
const prepared = buildMaster(grey);
const check = (copy: Buffer, source = grey): Promise<void> => checkDrawing(source, copy, prepared, new Map());

describe('comparing a sample copy with its file (review points 24 and 25)', () => {
  it('finds nothing where only the mark was added', async () => {
    await expect(check(copyOf(prepared))).resolves.toBeUndefined();
  });

  it('finds letters that do not stand out from what is around them', async () => {
    const plainLetters = (): string => 'BT /F 7 Tf .35 g 1 0 0 1 12 14 Tm <00240025002600270028> Tj ET';
    const { tail } = writeTail(compilePlan(prepared.plan), stamp, plainLetters);
    await expect(check(Buffer.concat([prepared.master, tail]))).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
  });

  it('finds a mark that is not painted, and one that paints beside its place', async () => {
    await expect(check(copyOf(prepared, { blank: true }))).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
    const { tail } = writeTail(compilePlan(prepared.plan), stamp, () => '1 g 200 300 200 200 re f');
    await expect(check(Buffer.concat([prepared.master, tail]))).rejects.toMatchObject({ code: 'STRUCTURE_CHANGED' });
  });

  it('finds content that is not the same', async () => {
    const other = rawPages([{ content: '.45 g 0 0 595 842 re f 0 g 100 100 300 300 re f' }, {}]);
    await expect(check(copyOf(prepared), other)).rejects.toMatchObject({ code: 'STRUCTURE_CHANGED' });
  });
});
