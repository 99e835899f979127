import { buildMaster } from './build-master.js';
import { checkDrawing } from './check-drawing.js';
import { createCopy, stamp } from '../fixtures/fixture-copies.js';
import { rawPages } from '../fixtures/fixture-pdfs.js';
import { MarkFinder } from '../stamp/own-mark.js';
import { stampContent } from '../stamp/stamp-form.js';
import { compilePlan, shapeStamp, writeTail } from '../stamp/tail.js';

const greyPages = rawPages([{ content: '.45 g 0 0 595 842 re f' }, {}]);
const prepared = buildMaster(greyPages);
const checkCopy = (copy: Buffer, source = greyPages, built = prepared): Promise<void> =>
  checkDrawing(source, copy, built, { stamp, marks: new MarkFinder() });

describe('checkDrawing', () => {
  it('accepts a copy to which only the mark was added', async () => {
    await expect(checkCopy(createCopy(prepared))).resolves.toBeUndefined();
  });

  it('detects letters with too little contrast', async () => {
    const plainLetters = (): string => 'BT /F 7 Tf .35 g 1 0 0 1 12 14 Tm <00240025002600270028> Tj ET';
    const { tail } = writeTail(compilePlan(prepared.plan), stamp, plainLetters);
    await expect(checkCopy(Buffer.concat([prepared.master, tail]))).rejects.toMatchObject({
      code: 'STAMP_NOT_VISIBLE',
    });
  });

  it('detects a mark that paints nothing, and a mark that paints outside its place', async () => {
    await expect(checkCopy(createCopy(prepared, { blank: true }))).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
    const { tail } = writeTail(compilePlan(prepared.plan), stamp, () => '1 g 200 300 200 200 re f');
    await expect(checkCopy(Buffer.concat([prepared.master, tail]))).rejects.toMatchObject({
      code: 'STRUCTURE_CHANGED',
    });
  });

  it('detects a page whose content differs from the source', async () => {
    const other = rawPages([{ content: '.45 g 0 0 595 842 re f 0 g 100 100 300 300 re f' }, {}]);
    await expect(checkCopy(createCopy(prepared), other)).rejects.toMatchObject({ code: 'STRUCTURE_CHANGED' });
  });

  it('detects a vertical text that is not painted', async () => {
    const { glyphs } = shapeStamp(stamp);
    const { tail } = writeTail(compilePlan(prepared.plan), stamp, (size) => {
      return `q 0 0 500 100 re W n ${stampContent(size, glyphs)} Q`;
    });
    await expect(checkCopy(Buffer.concat([prepared.master, tail]))).rejects.toMatchObject({
      code: 'STAMP_NOT_VISIBLE',
    });
  });

  it('detects a mark that is missing on the only page of one size', async () => {
    const entries = Array.from({ length: 40 }, (_, page) => `/MediaBox[0 0 ${page === 27 ? 400 : 300} 300]`);
    const source = rawPages(entries.map((box) => ({ entries: box })));
    const built = buildMaster(source);
    const { glyphs } = shapeStamp(stamp);
    const { tail } = writeTail(compilePlan(built.plan), stamp, (size) =>
      size.width === 400 ? '' : stampContent(size, glyphs),
    );
    const copy = Buffer.concat([built.master, tail]);
    await expect(checkCopy(copy, source, built)).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
  });
});

describe('checkDrawing for a repaired or cleaned file', () => {
  it.each<[string, string, string]>([
    ['private-data-removed', '/PieceInfo<</Illustrator<</Private 1>>>>', '.45 g 0 0 595 842 re f'],
    ['unbalanced-content', '', 'q .45 g 0 0 595 842 re f'],
    ['markup-removed', '/Annots[<</Subtype/Square/F 4/Rect[100 100 300 300]/IC[1 0 0]>>]', '0 0 m 9 9 l S'],
  ])(
    'detects a mark that paints nothing or the wrong drawing when the file has the flag %s',
    async (flag, entries, content) => {
      const source = rawPages([{ entries: `/MediaBox[0 0 595 842]${entries}`, content }]);
      const built = buildMaster(source);
      expect(built.plan.flags).toEqual([flag]);
      await expect(checkCopy(createCopy(built), source, built)).resolves.toBeUndefined();
      const unpainted = createCopy(built, { blank: true });
      await expect(checkCopy(unpainted, source, built)).rejects.toMatchObject({ code: 'STAMP_NOT_VISIBLE' });
      const { tail } = writeTail(compilePlan(built.plan), stamp, () => '1 g 200 300 200 200 re f 0 g 250 350 9 9 re f');
      const copyWithOtherDrawing = Buffer.concat([built.master, tail]);
      await expect(checkCopy(copyWithOtherDrawing, source, built)).rejects.toBeInstanceOf(Error);
    },
  );

  it('detects a page whose content differs from the source when cleaning has removed invisible data', async () => {
    const page = { entries: '/MediaBox[0 0 595 842]/PieceInfo<</Illustrator<</Private 1>>>>' };
    const built = buildMaster(rawPages([page]));
    const other = rawPages([{ ...page, content: '0 g 100 100 300 300 re f' }]);
    await expect(checkCopy(createCopy(built), other, built)).rejects.toMatchObject({ code: 'STRUCTURE_CHANGED' });
  });
});
