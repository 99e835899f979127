import { deflateSync } from 'node:zlib';
import { rawPages, rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';

const MIB = 1024 * 1024;

/** Hostile files for tests, each with a name that says what it contains. Most of the files are small. */
export const hostilePdfs: [name: string, make: () => Buffer][] = [
  ['content of 300 MB of spaces', () => onePage('/Contents 4 0 R', bomb(300))],
  ['content of 300 MB of operators', () => onePage('/Contents 4 0 R', packed(repeat('0 0 m 1 1 l S\n', 300 * MIB)))],
  ['content of 200 MB of text', () => onePage('/Contents 4 0 R', packed(repeat('BT (a) Tj ET\n', 200 * MIB)))],
  ['content of 25 MB of saved states', () => onePage('/Contents 4 0 R', packed(repeat('q ', 25 * MIB)))],
  ['content of arrays in arrays', () => onePage('/Contents 4 0 R', packed(repeat('[', 25 * MIB)))],
  ['content of dictionaries in dictionaries', () => onePage('/Contents 4 0 R', packed(repeat('<<', 25 * MIB)))],
  ['content of an endless string', () => onePage('/Contents 4 0 R', packed(repeat('(', 50 * MIB)))],
  ['content of numbers without an operator', () => onePage('/Contents 4 0 R', packed(repeat('1 ', 100 * MIB)))],
  ['content of inline images', () => onePage('/Contents 4 0 R', packed(repeat('BI ID x EI ', 60 * MIB)))],
  ['content of marked-content operators', () => onePage('/Contents 4 0 R', packed(repeat('/A BMC ', 60 * MIB)))],
  ['a Flate stream in a Flate stream', () => onePage('/Contents 4 0 R', deflatedTwice(512))],
  ['a Flate stream in a Flate stream as an image', () => onePage(IMAGE_PAGE, deflatedTwice(128, IMAGE))],
  ['a stream deflated eight times', () => onePage('/Contents 4 0 R', packedTimes(8))],
  ['run lengths in a Flate stream', () => onePage('/Contents 4 0 R', runLengths())],
  ['an object stream of 100 MB', () => withoutTable(onePage('/Contents 5 0 R', bomb(100, '/Type/ObjStm/N 1/First 4')))],
  [
    'an object stream deflated twice',
    () => withoutTable(onePage('/Contents 5 0 R', deflatedTwice(128, '/Type/ObjStm/N 1/First 4'))),
  ],
  ['object streams that extend each other', () => withoutTable(objectStreamsInCircle())],
  ['an xref stream of 60 MB', () => largeXrefStream()],
  ['nested forms that draw a billion times', () => nestedForms(9, 10, true)],
  ['nested forms that draw a billion times with the resources of the page', () => nestedForms(9, 10, false)],
  ['nested forms that draw a billion times under escaped names', () => nestedForms(9, 10, true, '#46')],
  [
    'a form that draws itself',
    () => onePage('/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>', stream('/F Do'), formThatDrawsItself()),
  ],
  [
    'a form drawn a million times',
    () =>
      onePage(
        '/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>',
        packed(repeat('/F Do ', 6 * MIB)),
        form('/G Do '.repeat(500), '/XObject<</G 6 0 R>>'),
        form('0 0 m'),
      ),
  ],
  ['forms 20,000 deep', () => deepForms(20_000)],
  ['20,000 forms of text, each with separate fonts', () => textForms(20_000)],
  [
    'a pattern of 20 MB of text',
    () => onePage(PATTERN_PAGE, packed(repeat('BT /F 9 Tf (a) Tj ET\n', 20 * MIB), '/PatternType 1')),
  ],
  ['a page tree that contains itself', () => rawPdf([CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>'])],
  ['page nodes whose shared children give a billion pages', () => sharedNodes(9, 10)],
  ['page nodes 20,000 deep', () => deepNodes(20_000)],
  [
    'one page that is referenced a million times',
    () => rawPdf([CATALOG, `<</Type/Pages/Kids[${'3 0 R '.repeat(1_000_000)}]/Count 1000000>>`, PAGE]),
  ],
  [
    'a page of 200,000 content streams',
    () => onePage(`/Contents[${'4 0 R '.repeat(200_000)}]`, packed(repeat('0 0 m 1 1 l S\n', 1000))),
  ],
  ['arrays nested 100,000 deep', () => onePage(`/X ${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['dictionaries nested 100,000 deep', () => onePage(`/X ${'<</A'.repeat(100_000)} 1${'>>'.repeat(100_000)}`)],
  ['references in a circle', () => rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '3 0 R', '2 0 R'])],
  ['a length that refers to itself', () => onePage('/Contents 4 0 R', '<</Length 4 0 R>>stream\nq\nendstream')],
  ['a length of 4 GB', () => onePage('/Contents 4 0 R', '<</Length 4294967296>>stream\nq\nendstream')],
  ['an xref table that names itself as the previous one', () => tablesInCircle()],
  [
    'an object number of two billion',
    () =>
      Buffer.from(
        '%PDF-1.7\n2147483646 0 obj\n<</Type/Catalog>>\nendobj\nxref\n0 2147483647\ntrailer<</Size 2147483647/Root 2147483646 0 R>>\nstartxref\n50\n%%EOF\n',
      ),
  ],
  ['an outline in a circle', () => rawPages([{}], '', '/Outlines<</First 6 0 R/Last 6 0 R>>').subarray(0)],
  ['2,000 pages', () => rawPages(Array.from({ length: 2_000 }, () => ({})))],
  ['2,001 pages', () => rawPages(Array.from({ length: 2_001 }, () => ({})))],
  ['an outline 3,000 deep', () => deepOutline(3_000)],
  ['a field whose name is a list', () => fileWithField('[1]')],
  ['form fields 1,500 deep', () => deepFields(1_500)],
  ['an Info of 40 MB in an object stream', () => packedObject(`<</Title(${'x'.repeat(40 * MIB)})>>`, '/Info 9 0 R')],
  [
    'a catalog of 40 MB in an object stream',
    () => packedObject(`<</Type/Catalog/Pages 2 0 R/X(${'x'.repeat(40 * MIB)})>>`, '', { root: 9 }),
  ],
  ['a page of 1e30 points', () => rawPages([{ entries: '/MediaBox[0 0 1e30 1e30]' }])],
  ['only a header', () => Buffer.from('%PDF-1.7\n')],
  ['100,000 opening brackets', () => Buffer.from(`%PDF-1.7\n1 0 obj\n${'<<[('.repeat(100_000)}`)],
  ['5,000 headers of objects', () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n<</Type/Catalog'.repeat(5_000)}`)],
  [
    '100,000 ends of files',
    () => Buffer.concat([rawPages([{}]), Buffer.from('startxref\n9\n%%EOF\n'.repeat(100_000))]),
  ],
];

/** Small files whose copies could be much larger. */
export const growingPdfs: [name: string, make: () => Buffer][] = [
  ['XMP of 8 MB that claims a standard', () => withXmp(8 * MIB, PDF_A)],
  ['XMP of 8 MB that claims no standard', () => withXmp(8 * MIB)],
  ['XMP of just below 1 MB that claims a standard', () => withXmp(MIB - 200, PDF_A)],
  ['XMP of 1 MB that claims no standard', () => withXmp(MIB)],
  ['an object of 8 MB in an object stream', () => packedObject(string8Mb(), '', { catalog: '/X 9 0 R' })],
  [
    'an object of 8 MB in an object stream with an escaped name',
    () => packedObject(string8Mb(), '', { catalog: '/X 9 0 R', type: '/Type/Obj#53tm' }),
  ],
  [
    'an object of 8 MB in a stream without a type',
    () => packedObject(string8Mb(), '', { catalog: '/X 9 0 R', type: '' }),
  ],
  [
    'a large page that is referenced 2,000 times',
    () =>
      rawPdf([
        CATALOG,
        `<</Type/Pages/Kids[${'3 0 R '.repeat(2_000)}]/Count 2000>>`,
        PAGE.replace('>>', `/X(${'x'.repeat(3_000)})>>`),
      ]),
  ],
  [
    '2,000 pages of different sizes',
    () => rawPages(Array.from({ length: 2_000 }, (_, page) => ({ entries: `/MediaBox[0 0 595 ${400 + page}]` }))),
  ],
  ['content that restores four million states', () => onePage('/Contents 4 0 R', packed(repeat('Q ', 8 * MIB)))],
  ['a stream deflated three times', () => onePage('/X 4 0 R', packed(repeat(' ', 64 * MIB), '', 3))],
];

const string8Mb = (): string => `(${'x'.repeat(8 * MIB)})`;
const PDF_A = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="4">';
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>';
const IMAGE = '/Type/XObject/Subtype/Image/Width 32768/Height 32768/BitsPerComponent 8/ColorSpace/DeviceGray';

const repeat = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);
/** Creates a file with one page. @param entries the page's further entries @param objects further objects, from number 4 */
const onePage = (entries: string, ...objects: string[]): Buffer =>
  rawPdf([
    CATALOG,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${entries}>>`,
    ...objects,
  ]);
/** Page entries for `onePage` that make object 4 an image of the page. */
const IMAGE_PAGE = '/Contents 5 0 R/Resources<</XObject<</I 4 0 R>>>>';
const stream = (content: string): string => rawStream(content);

/** @returns a stream whose content is deflated `times` times */
function packed(content: Buffer, entries = '', times = 1): string {
  let bytes = content;
  for (let round = 0; round < times; round++) bytes = deflateSync(bytes, { level: 9 });
  const filters = times === 1 ? '/FlateDecode' : `[${'/FlateDecode'.repeat(times)}]`;
  const text = bytes.toString('latin1');
  return `<<${entries}/Filter${filters}/Length ${text.length}>>stream\n${text}\nendstream`;
}
const bomb = (mebibytes: number, entries = ''): string => packed(repeat(' ', mebibytes * MIB), entries);

/** @returns a stream of spaces that is deflated twice; the inner data repeats one block, which saves memory in the test */
function deflatedTwice(mebibytes: number, entries = ''): string {
  const block = deflateSync(Buffer.alloc(16 * MIB, ' '), { level: 9, finishFlush: 3 });
  const [head, body] = [block.subarray(0, 2), block.subarray(2)];
  const inner = Buffer.concat([head, ...Array.from({ length: mebibytes / 16 }, () => body), Buffer.from([3, 0])]);
  const text = deflateSync(inner, { level: 9 }).toString('latin1');
  return `<<${entries}/Filter[/FlateDecode/FlateDecode]/Length ${text.length}>>stream\n${text}\nendstream`;
}
const packedTimes = (times: number): string => packed(repeat(' ', 64 * MIB), '', times);

function runLengths(): string {
  const runs = deflateSync(Buffer.alloc(10 * MIB, Buffer.from([129, 32])), { level: 9 }).toString('latin1');
  return `<</Filter[/FlateDecode/RunLengthDecode]/Length ${runs.length}>>stream\n${runs}\nendstream`;
}

/** Removes the xref table, so that qpdf must read the streams to repair the file. */
const withoutTable = (file: Buffer): Buffer => file.subarray(0, file.lastIndexOf('xref\n0'));

const objectStreamsInCircle = (): Buffer =>
  onePage(
    '',
    packed(Buffer.from('9 0 10 3 <<>> <<>>'), '/Type/ObjStm/N 2/First 9/Extends 5 0 R'),
    packed(Buffer.from('11 0 12 3 <<>> <<>>'), '/Type/ObjStm/N 2/First 9/Extends 4 0 R'),
  );

function largeXrefStream(): Buffer {
  const body = packed(Buffer.alloc(60 * MIB), '/Type/XRef/Size 8000000/W[1 4 2]/Root 1 0 R');
  const start = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`;
  return Buffer.from(`${start}3 0 obj\n${body}\nendobj\nstartxref\n${start.length}\n%%EOF\n`, 'latin1');
}

const form = (content: string, resources = ''): string =>
  rawStream(content, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources && `/Resources<<${resources}>>`}`);
const formThatDrawsItself = (): string => form('/F Do', '/XObject<</F 5 0 R>>');

/** Creates a page with `depth` forms, each of which draws the next form `times` times, and one more form that draws a line. */
function nestedForms(depth: number, times: number, ownResources: boolean, letter = 'F'): Buffer {
  const name = (level: number): string => `${letter}${level}`;
  const list = Array.from({ length: depth + 1 }, (_, level) => `/F${level} ${5 + level} 0 R`).join('');
  const forms = Array.from({ length: depth }, (_, level) =>
    form(`/${name(level + 1)} Do `.repeat(times), ownResources ? `/XObject<</F${level + 1} ${6 + level} 0 R>>` : ''),
  );
  return onePage(`/Contents 4 0 R/Resources<</XObject<<${list}>>>>`, stream('/F0 Do'), ...forms, form('0 0 m 9 9 l S'));
}

/** Page entries for `onePage` that make object 4 a pattern of the page. */
const PATTERN_PAGE = '/Resources<</Pattern<</P 4 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
const textForms = (count: number): Buffer =>
  onePage(
    `/Resources<</XObject<<${Array.from({ length: count }, (_, index) => `/X${index} ${4 + index} 0 R`).join('')}>>>>`,
    ...Array.from({ length: count }, (_, index) =>
      form(`BT /F${index} 9 Tf (a) Tj ET`, `/Font<</F${index}<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>`),
    ),
  );

const deepForms = (depth: number): Buffer => nestedForms(depth, 1, true);

function sharedNodes(depth: number, times: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, level) => `<</Type/Pages/Kids[${`${3 + level} 0 R `.repeat(times)}]/Count ${times ** (depth - level)}>>`,
  );
  return rawPdf([CATALOG, ...nodes, PAGE]);
}

function deepNodes(depth: number): Buffer {
  const nodes = Array.from({ length: depth }, (_, level) => `<</Type/Pages/Kids[${3 + level} 0 R]/Count 1>>`);
  return rawPdf([CATALOG, ...nodes, PAGE]);
}

function deepOutline(depth: number): Buffer {
  const items = Array.from(
    { length: depth },
    (_, level) => `<</Title(x)/Parent ${3 + level} 0 R/First ${5 + level} 0 R>>`,
  );
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 3 0 R>>',
    `<</Type/Pages/Kids[${4 + depth} 0 R]/Count 1>>`,
    '<</Type/Outlines/First 4 0 R/Last 4 0 R/Count 1>>',
    ...items.slice(1),
    '<</Title(x)>>',
    PAGE,
  ]);
}

const fileWithField = (name: string): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    `<</T ${name}/FT/Tx/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>`,
  ]);

/** Creates a file with nested form fields. The innermost field is a widget on the page. */
export function deepFields(depth: number): Buffer {
  const fields = Array.from({ length: depth - 1 }, (_, level) => `<</T(f${level})/Kids[${5 + level} 0 R]>>`);
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    ...fields,
    '<</T(last)/FT/Tx/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>',
  ]);
}

const withXmp = (bytes: number, start = ''): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    packed(Buffer.concat([Buffer.from(start), repeat(' ', bytes)]), '/Type/Metadata/Subtype/XML'),
  ]);

/** Creates a file whose object 9 is in an object stream. */
function packedObject(
  body: string,
  trailer: string,
  { root = 1, catalog = '', type = '/Type/ObjStm' }: { root?: number; catalog?: string; type?: string } = {},
): Buffer {
  const bodies = [CATALOG.replace('>>', `${catalog}>>`), '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE];
  bodies.push(packed(Buffer.from(`9 0 ${body}`), `${type}/N 1/First 4`));
  let text = '%PDF-1.7\n';
  const rows = [[0, 0]];
  bodies.forEach((object, index) => {
    rows.push([1, text.length]);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  rows.push([0, 0], [0, 0], [0, 0], [0, 0], [2, 4]);
  const table = Buffer.alloc(6 * rows.length);
  rows.forEach(([kind, at], row) => {
    table.writeUInt8(kind!, 6 * row);
    table.writeUInt32BE(at!, 6 * row + 1);
  });
  const xref = packed(table, `/Type/XRef/Size 10/W[1 4 1]/Root ${root} 0 R${trailer}`);
  return Buffer.from(`${text}8 0 obj\n${xref}\nendobj\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

function tablesInCircle(): Buffer {
  const text = rawPages([{}]).toString('latin1');
  const at = text.lastIndexOf('xref\n0');
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R/Prev ${at}`), 'latin1');
}
