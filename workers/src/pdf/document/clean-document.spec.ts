import { buildMaster } from '../prepare/build-master.js';
import { rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import type { Flag } from '../prepare/plan.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

/**
 * Creates a file with one page, cleans it and makes a copy of it.
 * @param page further entries of the page
 * @param catalog further entries of the catalog
 * @param objects further objects, numbered from 4
 * @returns the text of the copy, and the flags of the cleaning
 */
function writeCopy(page: string, catalog = '', objects: string[] = []): { text: string; flags: Flag[] } {
  const source = rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>`,
    ...objects,
  ]);
  const { master, plan } = buildMaster(source);
  const stamp = {
    email: 'a@b.de',
    orderNumber: 'X',
    date: '2026-11-21',
    fileId: '0'.repeat(32),
    locale: 'de',
  } as const;
  return {
    text: Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail]).toString('latin1'),
    flags: plan.flags,
  };
}

const script = '<</S/JavaScript/JS(SECRET)>>';
const link = (action: string): string => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${action}>>]`;

describe('cleaning removes', () => {
  it.each<[string, string, string, string[]?]>([
    ['a script that runs when the document opens', '', `/OpenAction${script}`],
    ['named scripts', '', '/Names<</JavaScript<</Names[(a) 4 0 R]>>>>', [script]],
    ['a script of a link', link('/A 4 0 R'), '', [script]],
    ['a script that follows another action', link(`/A<</S/GoTo/D[3 0 R/Fit]/Next[4 0 R]>>`), '', [script]],
    ['triggers of a page', '/AA<</O 4 0 R>>', '', [script]],
    ['triggers of a form field', link(`/A<</S/Named/N/NextPage>>/AA<</K ${script}>>`), ''],
    ['a launch action', link('/A<</S/Launch/F(SECRET)>>'), ''],
    ['a submit action', link('/A<</S/SubmitForm/F(SECRET)>>'), ''],
    ['a link to another file', link('/A<</S/GoToR/F(SECRET)>>'), ''],
    ['a script disguised as an address', link('/A<</S/URI/URI( JavaScript:SECRET)>>'), ''],
    ['a script disguised as an address in hex', link('/A<</S/URI/URI<6a6176617363726970743a534543524554>>>'), ''],
    [
      'a video',
      '/Annots[4 0 R]',
      '',
      ['<</Subtype/RichMedia/Rect[0 0 9 9]/RichMediaContent 5 0 R>>', '<</X(SECRET)>>'],
    ],
  ])('%s', (_, page, catalog, objects = []) => {
    const { text, flags } = writeCopy(page, catalog, objects);
    expect(text).not.toMatch(/SECRET|534543524554|\/JavaScript|\/Launch|\/AA/);
    expect(flags).toEqual(['active-content-removed']);
  });

  it.each<[string, string, string, string[]]>([
    [
      'attached files',
      '',
      '/Names<</EmbeddedFiles<</Names[(a) 4 0 R]>>>>',
      ['<</Type/Filespec/F(a.pdf)/EF<</F 5 0 R>>>>', rawStream('SECRET')],
    ],
    [
      'a file attachment of a page that the structure tree references too',
      '/Annots[4 0 R]',
      '/StructTreeRoot<</K<</Type/OBJR/Obj 4 0 R>>>>',
      ['<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>', '<</F(a.pdf)/EF<</F 6 0 R>>>>', rawStream('SECRET')],
    ],
    ['an associated file', '/AF[<</F(x)/EF<</F 4 0 R/UF 4 0 R>>/RF<</F[(x) 4 0 R]>>>>]', '', [rawStream('SECRET')]],
  ])('%s', (_, page, catalog, objects) => {
    const { text, flags } = writeCopy(page, catalog, objects);
    expect(text).not.toContain('SECRET');
    expect(flags).toEqual(['attachments-removed']);
  });

  it('markup that could cover the stamp', () => {
    const markup = '<</Subtype/FreeText/Rect[0 0 595 842]/Contents(SECRET)/AP<</N 5 0 R>>>>';
    const { text, flags } = writeCopy('/Annots[4 0 R]', '', [markup, rawStream('SECRET')]);
    expect(text).not.toContain('SECRET');
    expect(flags).toEqual(['markup-removed']);
  });

  it('private data of the drawing program', () => {
    const { text, flags } = writeCopy('/PieceInfo<</Illustrator<</Private 4 0 R>>>>', '/PieceInfo<</X 4 0 R>>', [
      rawStream('SECRET'),
    ]);
    expect(text).not.toContain('SECRET');
    expect(flags).toEqual(['private-data-removed']);
  });

  it('an XFA form, which Acrobat shows instead of the stamped pages', () => {
    const form = '/NeedsRendering true/AcroForm<</Fields[]/XFA 4 0 R>>';
    const { text, flags } = writeCopy('', form, [rawStream('SECRET')]);
    expect(text).not.toMatch(/SECRET|XFA|NeedsRendering/);
    expect(flags).toEqual(['xfa']);
  });

  it('a signature, which the stamp would invalidate, and keeps its form field', () => {
    const field = '<</Subtype/Widget/Rect[0 0 9 9]/FT/Sig/T(sign)/V 5 0 R>>';
    const { text, flags } = writeCopy(
      '/Annots[4 0 R]',
      '/Perms<</DocMDP 5 0 R>>/AcroForm<</SigFlags 3/Fields[4 0 R]>>',
      [field, '<</Type/Sig/Contents<00>/ByteRange[0 1 2 3]>>'],
    );
    expect(text).not.toMatch(/ByteRange|Perms|SigFlags/);
    expect(text).toContain('/T (sign)');
    expect(flags).toEqual(['was-signed']);
  });

  it('pages and catalogs of the master, so that the master cannot be opened without a tail', () => {
    const { text } = writeCopy(link('/Dest[4 0 R/Fit]/X 5 0 R'), '', [
      '<</Type/Page/MediaBox[0 0 9 9]>>',
      '<</Type/Catalog/Pages 2 0 R>>',
    ]);
    const stampAt = text.indexOf('/Subtype/Form');
    expect(text.slice(0, stampAt)).not.toMatch(/\/Type\s*\/(Page|Pages|Catalog)\b/);
    expect(text.match(/\/Type\s*\/Catalog/g)).toHaveLength(1);
    expect(text.slice(text.lastIndexOf(' 0 obj'))).toMatch(/^ 0 obj\n<<\/Type \/Catalog/);
  });
});

describe('cleaning keeps', () => {
  it('links, web addresses and jumps', () => {
    const actions = '/A<</S/URI/URI(https://example.com)/Next<</S/GoTo/D[3 0 R/Fit]>>>>';
    const { text, flags } = writeCopy(link(actions), '/OpenAction[3 0 R/Fit]');
    expect(text).toMatch(/https:\/\/example\.com.*\/GoTo/);
    expect(text).toContain('/OpenAction [3 0 R /Fit]');
    expect(flags).toEqual([]);
  });

  it('fonts and layers whose names look like actions or attachments', () => {
    const resources =
      '/Resources<</Font<</AA 4 0 R/A 4 0 R/EF 4 0 R/V 4 0 R>>/Properties<</AA 5 0 R/EF<</Type/OCG/Name(x)>>>>>>';
    const { text, flags } = writeCopy(resources, '', [
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/OCG/Name(Größe 36)>>',
    ]);
    expect(text).toContain('/Font <</AA 4 0 R/A 4 0 R/EF 4 0 R/V 4 0 R>>');
    expect(text).toContain('/Properties <</AA 5 0 R/EF <</Type /OCG/Name (x)>>>>');
    expect(flags).toEqual([]);
  });

  it('every byte of an image', () => {
    const image = rawStream('\x00\xff binary', '/Subtype/Image/Odd  (spacing) ');
    expect(writeCopy('/Resources<</XObject<</Im 4 0 R>>>>', '', [image]).text).toContain(`4 0 obj\n${image}\nendobj\n`);
  });
});

describe('hostile structure', () => {
  it.each([
    ['a page tree without pages', '<</Type/Pages/Kids[]/Count 5>>'],
    ['a page tree that references only itself', '<</Type/Pages/Kids[2 0 R]/Count 1>>'],
    ['a page tree whose page is the catalog', '<</Type/Pages/Kids[1 0 R]/Count 1>>'],
    ['no page tree', 'null'],
  ])('is refused as a file without pages: %s', (_, node) => {
    const source = rawPdf(['<</Type/Catalog/Pages 2 0 R>>', node]);
    expect(() => buildMaster(source)).toThrow(expect.objectContaining({ code: 'NO_PAGES' }));
  });

  it('is read completely when its references form cycles', () => {
    const { text } = writeCopy('/A 4 0 R/B 5 0 R', '/Outlines 6 0 R', [
      '5 0 R',
      '4 0 R',
      '<</First 7 0 R/Last 7 0 R>>',
      '<</Parent 6 0 R/Next 7 0 R/Prev 7 0 R>>',
    ]);
    expect(text).toContain('/Next 7 0 R');
  });

  it('is refused when it has 10,001 pages', () => {
    const source = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${'3 0 R '.repeat(10_001)}]/Count 1>>`,
      '<</Type/Page/MediaBox[0 0 99 99]>>',
    ]);
    expect(() => buildMaster(source)).toThrow(expect.objectContaining({ code: 'TOO_MANY_PAGES' }));
  });
});
