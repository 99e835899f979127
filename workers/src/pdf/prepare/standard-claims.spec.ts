import { deflateSync, inflateSync } from 'node:zlib';
import { buildMaster } from './build-master.js';
import { rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import type { Flag } from './plan.js';
import { prepareInProcess } from './prepare-in-process.js';
import { FONT_OBJECTS } from '../document/embed-font.js';
import { stampFontObjects } from '../stamp/stamp-font.js';
import { compilePlan, writeTail } from '../stamp/tail.js';

interface SourceOptions {
  /** Attributes and elements of the XMP description. When it is undefined, the metadata stream is empty. */
  xmp?: string;
  /** Encodes the XMP packet; the default is UTF-8. */
  encode?: (packet: string) => Buffer;
  /** Further dictionary entries of the packet's stream. */
  filter?: string;
  info?: string;
  /** The value of /S of an output intent, and the number of colour channels of its profile. */
  intent?: [kind: string, channels: number];
  content?: string;
  catalog?: string;
}

const createPacket = (claims: string): string =>
  '<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
  ` xmlns:dc="http://purl.org/dc/elements/1.1/" ${claims}<dc:creator>Lina</dc:creator></rdf:Description></rdf:RDF>` +
  '</x:xmpmeta><?xpacket end="w"?>';
const PDF_A = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const pdfA = (part: number, level: string): string =>
  `${PDF_A} pdfaid:part="${part}"${level && ` pdfaid:conformance="${level}"`}>`;
const PDF_UA =
  'xmlns:ua="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
  "<ua:part>1</ua:part><pdfaid:part rdf:x='y'>2</pdfaid:part>\n<pdfaid:conformance>A</pdfaid:conformance>";

function createSource({
  xmp,
  encode,
  filter = '',
  info = '',
  intent,
  content = '0 0 m 9 9 l S',
  catalog = '',
}: SourceOptions): Buffer {
  const text = xmp === undefined ? '' : createPacket(xmp);
  const claims = encode?.(text).toString('latin1') ?? text;
  const [kind, channels] = intent ?? ['', 3];
  const intents = intent ? `/OutputIntents[<</Type/OutputIntent/S/${kind}/DestOutputProfile 7 0 R>>]` : '';
  return rawPdf(
    [
      `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${intents}${catalog}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
      rawStream(content),
      rawStream(claims, `/Type/Metadata/Subtype/XML${filter}`),
      `<</Title(Sommerkleid)${info}>>`,
      rawStream('profile', `/N ${channels}`),
    ],
    '/Info 6 0 R',
  );
}

function writeCopy(options: SourceOptions): { text: string; flags: Flag[] } {
  const { master, plan } = buildMaster(createSource(options));
  const stamp = { email: 'a@b.de', orderNumber: 'X', date: '2026-11-21', locale: 'de' } as const;
  const { tail } = writeTail(compilePlan(plan), { ...stamp, fileId: '0'.repeat(32), title: 'Kleid' });
  return { text: appendInflatedXmp(Buffer.concat([master, tail])), flags: plan.flags };
}

/** @returns the text of a file, followed by its inflated XMP */
function appendInflatedXmp(file: Buffer): string {
  const text = file.toString('latin1');
  const deflated = /\/Subtype \/XML[^>]*\/Filter \/FlateDecode[^>]*>>\nstream\n([^]*?)\nendstream/.exec(text)?.[1];
  return deflated === undefined ? text : text + inflateSync(Buffer.from(deflated, 'latin1')).toString('latin1');
}

const GREY = '/DefaultGray[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]';
const CLAIM = /(pdfaid|ua):(part|conformance)\b|GTS_PDFX(Version|Conformance)/;

describe('a claim that stays valid in a stamped copy', () => {
  it.each<[string, SourceOptions]>([
    ['PDF/A-1b with an output intent', { xmp: pdfA(1, 'B'), intent: ['GTS_PDFA1', 3] }],
    ['PDF/A-2b with an output intent', { xmp: pdfA(2, 'B'), intent: ['GTS_PDFA1', 3] }],
    ['PDF/UA-1 and PDF/A-2a', { xmp: PDF_UA, intent: ['GTS_PDFA1', 4] }],
    ['PDF/X-3', { info: '/GTS_PDFXVersion(PDF/X-3:2002)', intent: ['GTS_PDFX', 4] }],
  ])('is kept, and the copy keeps the title of the document in Info: %s (ISO 19005-1, 6.7.3)', (_, options) => {
    const { text, flags } = writeCopy(options);
    expect(flags).toEqual([]);
    expect(text).toMatch(CLAIM);
    expect(text).toContain('/Title (Sommerkleid)');
    expect(text).not.toContain('/DefaultGray');
  });

  it('is kept with a stamp in calibrated grey when there is no output intent (ISO 19005-2, 6.2.4.3)', () => {
    const { text, flags } = writeCopy({ xmp: pdfA(3, 'U') });
    expect(flags).toEqual([]);
    expect(text).toContain('pdfaid:part="3" pdfaid:conformance="U"');
    expect(text).toMatch(/\/Subtype\/Form[^\n]*\/DefaultGray/);
    expect(text).toContain(GREY);
  });

  it('needs a stamp whose font lists all its glyphs (ISO 19005-1, 6.3.5; ISO 19005-2, 6.2.11.4.2)', () => {
    const objects = stampFontObjects(20).map((object) => object.toString('latin1'));
    expect(objects).toHaveLength(FONT_OBJECTS);
    const number = Number(/\/CIDSet (\d+) 0 R/.exec(objects[2]!)![1]);
    const bytes = stampFontObjects(20)[number - 20]!;
    const bits = [...inflateSync(bytes.subarray(bytes.indexOf('stream\n') + 7))]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const glyphs = /\/W\[0\[([\d ]+)\]\]/.exec(objects[1]!)![1]!.split(' ').length;
    expect(bits).toBe('1'.repeat(glyphs).padEnd(Math.ceil(glyphs / 8) * 8, '0'));
  });
});

describe('a claim that becomes invalid in a stamped copy', () => {
  it.each<[string, string, SourceOptions]>([
    ['PDF/A-1b', 'no output intent defines DeviceGray (ISO 19005-1, 6.2.3.3)', { xmp: pdfA(1, 'B') }],
    ['PDF/A-4', 'Info must not contain a file id (ISO 19005-4, 6.1.3)', { xmp: pdfA(4, ''), intent: ['GTS_PDFA1', 3] }],
    ['PDF/A-4f', 'Info must not contain a file id (ISO 19005-4, 6.1.3)', { xmp: pdfA(4, 'F') }],
    [
      'PDF/X-3:2002',
      'DeviceGray is not allowed with an RGB output condition',
      { info: '/GTS_PDFXVersion(PDF/X-3:2002)', intent: ['GTS_PDFX', 3] },
    ],
    ['PDF/X-6', 'parts for PDF 2.0 allow no file id in Info', { info: '/GTS_PDFXVersion<5044462f582d36>' }],
    [
      'PDF/A-2b',
      'the stamp saves a 29th graphics state (ISO 19005-2, 6.1.13)',
      { xmp: pdfA(2, 'B'), content: `${'q '.repeat(28)}${'Q '.repeat(28)}` },
    ],
    ['PDF/A-2b', 'a page leaves a graphics state open', { xmp: pdfA(2, 'B'), content: 'q 0 0 m 9 9 l S' }],
    ['PDF/A-2a, PDF/UA-1', 'a script was removed', { xmp: PDF_UA, catalog: '/OpenAction<</S/JavaScript/JS(x)>>' }],
  ])('is removed and flagged: %s becomes invalid because %s', (claim, _, options) => {
    const { text, flags } = writeCopy(options);
    expect(flags).toContain(`claim-removed:${claim}`);
    expect(text).not.toMatch(CLAIM);
    expect(text.includes('<dc:creator>Lina</dc:creator>')).toBe(options.xmp !== undefined);
    expect(text).not.toContain('/DefaultGray');
  });

  const utf16BigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const IN_DEFAULT_NAMESPACE = 'xmlns="http://www.aiim.org/pdfa/ns/id/"><part>4</part><conformance>F</conformance>';
  const IN_ELEMENT_NAMESPACE =
    '<part xmlns="http://www.aiim.org/pdfa/ns/id/">4</part>' +
    "<conformance xmlns='http://www.aiim.org/pdfa/ns/id/'>F</conformance>";
  it.each<[string, SourceOptions]>([
    ['in big-endian UTF-16 with a BOM', { xmp: pdfA(4, 'F'), encode: (text) => utf16BigEndian(`\ufeff${text}`) }],
    ['in big-endian UTF-16 without a BOM', { xmp: pdfA(4, 'F'), encode: utf16BigEndian }],
    [
      'in little-endian UTF-16 with a BOM',
      { xmp: pdfA(4, 'F'), encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
    ],
    ['in a default namespace', { xmp: IN_DEFAULT_NAMESPACE }],
    ['in the default namespace of single elements', { xmp: `>${IN_ELEMENT_NAMESPACE}` }],
  ])('is found %s', (_, options) => {
    const { text, flags } = writeCopy(options);
    expect(flags).toEqual(['claim-removed:PDF/A-4f']);
    const plain = text.replaceAll('\0', '');
    expect(plain).toContain('<dc:creator>Lina</dc:creator>');
    expect(plain).not.toMatch(CLAIM);
    expect(plain).not.toMatch(/<(part|conformance)/);
  });

  it('is removed together with the whole XMP when the claim has an unknown form', () => {
    const { text, flags } = writeCopy({ xmp: `${PDF_A}><pdfaid:part><![CDATA[4]]></pdfaid:part>` });
    expect(flags).toEqual(['claim-removed:PDF/A']);
    expect(text).not.toContain('/Metadata 5 0 R');
  });

  it('is reported without its version when the claim contains unexpected text', () => {
    const { flags } = writeCopy({ xmp: `${PDF_A} pdfaid:part="9 <script>" pdfaid:conformance="${'x'.repeat(999)}">` });
    expect(flags).toEqual(['claim-removed:PDF/A']);
  });

  it('is removed from a typical upload, and the copy passes the self-check', async () => {
    const { master, plan } = await prepareInProcess(createSource({ xmp: pdfA(4, 'F') }));
    expect(plan.flags).toEqual(['claim-removed:PDF/A-4f']);
    expect(appendInflatedXmp(master)).toContain('<dc:creator>Lina</dc:creator>');
    expect(appendInflatedXmp(master)).not.toMatch(CLAIM);
    expect(plan.keepsTitle).toBe(false);
  });
});

describe('unreadable XMP', () => {
  /** Deflates bytes as rows of one byte with a PNG predictor. */
  const withPredictor = (text: string): Buffer =>
    deflateSync(Buffer.from([...Buffer.from(text, 'latin1')].flatMap((byte) => [0, byte])));
  const utf32 = (text: string): Buffer => Buffer.from([...text].flatMap((char) => [0, 0, 0, char.codePointAt(0)!]));

  it.each<[string, SourceOptions]>([
    [
      'because of a predictor',
      { encode: withPredictor, filter: '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1>>' },
    ],
    ['because of its filter', { encode: (text) => deflateSync(text), filter: '/Filter[/Crypt/FlateDecode]' }],
    ['because it is in UTF-32', { encode: utf32 }],
    [
      'because of its inflated size',
      { encode: (text) => deflateSync(text.padEnd(2 ** 20 + 1)), filter: '/Filter/FlateDecode' },
    ],
    ['because of its uncompressed size', { encode: (text) => Buffer.from(text.padEnd(2 ** 20 + 1)) }],
  ])('is removed and flagged: unreadable %s', (_, options) => {
    const { text, flags } = writeCopy({ xmp: pdfA(4, 'F'), ...options });
    expect(flags).toEqual(['private-data-removed']);
    expect(text).not.toMatch(/\/Metadata \d+ 0 R/);
  });

  it('is removed from a typical upload, and the copy passes the self-check', async () => {
    const { plan, master } = await prepareInProcess(
      createSource({ xmp: pdfA(4, 'F'), filter: '/Filter/OfAnotherProgram' }),
    );
    expect(plan.flags).toEqual(['private-data-removed']);
    const stamp = { email: 'a@b.de', orderNumber: 'X', date: '2026-11-21', locale: 'de' } as const;
    const { tail } = writeTail(compilePlan(plan), { ...stamp, fileId: '0'.repeat(32) });
    expect(Buffer.concat([master, tail]).toString('latin1')).not.toMatch(/\/Metadata \d+ 0 R/);
  });
});

it('a copy has the title of the shop when the file has no claims, or the plan is older than `keepsTitle`', () => {
  const { text, flags } = writeCopy({ xmp: '>' });
  expect(flags).toEqual([]);
  expect(text).toContain('/Title <feff004b006c006500690064>');
  const { master, plan } = buildMaster(createSource({ xmp: pdfA(1, 'B'), intent: ['GTS_PDFA1', 3] }));
  const { keepsTitle: _keepsTitle, defaultGrey: _defaultGrey, ...olderPlan } = plan;
  const stamp = { email: 'a@b.de', orderNumber: 'X', date: '2026-11-21', locale: 'de', title: 'Kleid' } as const;
  const { tail } = writeTail(compilePlan(olderPlan), { ...stamp, fileId: '0'.repeat(32) });
  expect(Buffer.concat([master, tail]).toString('latin1')).toContain('/Title <feff004b006c006500690064>');
});
