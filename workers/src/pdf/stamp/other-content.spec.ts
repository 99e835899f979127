import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stamp } from '../fixtures/fixture-copies.js';
import { patternPdf, rawPdf, rawStream } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import { MasterRefused } from '../document/master-refused.js';
import { normalise } from '../document/normalise.js';
import { buildMaster } from '../prepare/build-master.js';
import { prepareInProcess } from '../prepare/prepare-in-process.js';
import { compilePlan, writeTail } from './tail.js';

const refused = {
  code: 'OWN_MARK',
  mark: { certain: true, lines: [{ orderNumber: stamp.orderNumber, email: stamp.email }] },
};

const prepareUpload = (bytes: Uint8Array): Promise<unknown> =>
  prepareInProcess(bytes).catch((error: unknown) => {
    if (error instanceof MasterRefused) return error;
    throw error;
  });

describe('an uploaded file with text outside its page contents', () => {
  /** A font that is not the stamp font. Only its ToUnicode map says which letter a glyph stands for. */
  const font =
    '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype' +
    '/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>]>>';
  const markLine = `Lizenziert für ${stamp.email} – Bestellung ${stamp.orderNumber} – 21.11.2026`;
  const letters = [...new Set(markLine)];
  const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
  const unicode = rawStream(
    `/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<0000><ffff>endcodespacerange
${letters.length} beginbfchar
${letters.map((letter, index) => `<${hex4(index + 1)}><${hex4(letter.codePointAt(0)!)}>`).join('\n')}
endbfchar endcmap end`,
  );
  const showText = (text: string): string =>
    `BT /F1 9 Tf 9 9 Td <${[...text].map((letter) => hex4(letters.indexOf(letter) + 1)).join('')}> Tj ET`;
  const fonts = '/Resources<</Font<</F1 5 0 R>>>>';
  /** @param objects further objects, numbered from 7 */
  const createFile = (page: string, objects: string[], catalog = ''): Buffer =>
    rawPdf([
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R${page}>>`,
      rawStream('0 0 m'),
      font,
      unicode,
      ...objects,
    ]);
  const field = '/Annots[<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(a)/Rect[0 0 595 842]/AP<</N 7 0 R>>>>]';
  const tilingPattern = '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 595 842]/XStep 595/YStep 842';
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]';
  const half = Math.floor(markLine.length / 2);
  const glyphs = (entries: string): string =>
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>` +
    `/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]${entries}>>`;

  it.each<[string, Buffer]>([
    ['the appearance of a form field', createFile(field, [rawStream(showText(markLine), form + fonts)])],
    [
      'an appearance declared as an image',
      createFile(field, [rawStream(showText(markLine), `/Subtype/Image/Width 1/Height 1${fonts}`)]),
    ],
    [
      'an appearance of two states',
      createFile(field.replace('7 0 R', '<</Off 4 0 R/On 7 0 R>>'), [rawStream(showText(markLine), form + fonts)]),
    ],
    ["an appearance with the page's resources", createFile(field + fonts, [rawStream(showText(markLine))])],
    [
      "an appearance with the form's resources",
      createFile(field, [rawStream(showText(markLine))], `/AcroForm<</Fields[]/DR<</Font<</F1 5 0 R>>>>>>`),
    ],
    [
      'a tiling pattern',
      createFile('/Resources<</Pattern<</P 7 0 R>>>>', [rawStream(showText(markLine), tilingPattern + fonts)]),
    ],
    [
      "a pattern with the page's resources",
      createFile('/Resources<</Pattern<</P 7 0 R>>/Font<</F1 5 0 R>>>>', [
        rawStream(showText(markLine), tilingPattern),
      ]),
    ],
    [
      'two patterns that each contain half of the mark',
      createFile('/Resources<</Pattern<</P 7 0 R/Q 8 0 R>>>>', [
        rawStream(showText(markLine.slice(0, half)), tilingPattern + fonts),
        rawStream(showText(markLine.slice(half)), tilingPattern + fonts),
      ]),
    ],
    [
      'a pattern after one with an unclosed string',
      createFile('/Resources<</Pattern<</P 7 0 R/Q 8 0 R>>>>', [
        rawStream(`${showText('für')} (`, tilingPattern + fonts),
        rawStream(showText(markLine), tilingPattern + fonts),
      ]),
    ],
    [
      'a Type 3 glyph',
      createFile('/Resources<</Font<</T 8 0 R>>>>', [rawStream(`9 0 d0 ${showText(markLine)}`), glyphs(fonts)]),
    ],
    [
      "a Type 3 glyph with the page's resources",
      createFile('/Resources<</Font<</T 8 0 R/F1 5 0 R>>>>', [rawStream(`9 0 d0 ${showText(markLine)}`), glyphs('')]),
    ],
    [
      'a soft mask',
      createFile('/Resources<</ExtGState<</G 8 0 R>>/Font<</F1 5 0 R>>>>', [
        rawStream(showText(markLine), '/BBox[0 0 595 842]'),
        '<</SMask<</Type/Mask/S/Luminosity/G 7 0 R>>>>',
      ]),
    ],
    [
      'a form whose font a graphics state selects',
      createFile(field, [
        rawStream(
          showText(markLine).replace('/F1 9 Tf', '/G gs'),
          `${form}/Resources<</ExtGState<</G<</Font[5 0 R 9]>>>>>>`,
        ),
      ]),
    ],
  ])('is refused when the text is a mark in %s', async (_, bytes) => {
    expect(await prepareUpload(bytes)).toMatchObject(refused);
  });

  it.each([
    ['a word', showText('für')],
    ['invalid content', '<<[(\u0000\u0001 Tj'],
    ['text in a missing font', showText(markLine).replace('/F1', '/F9')],
  ])('is not refused when a pattern contains %s', async (_, content) => {
    const bytes = createFile('/Resources<</Pattern<</P 7 0 R>>>>', [rawStream(content, tilingPattern + fonts)]);
    expect(await prepareUpload(bytes)).toHaveProperty('possibleMark');
  });

  it('is not refused when it has 5,000 forms with text', async () => {
    const forms = Array.from({ length: 5_000 }, () => rawStream(showText('für'), form + fonts));
    expect(await prepareUpload(createFile(field, forms))).toHaveProperty('possibleMark');
  });

  const installed = ['pdftocairo', 'qpdf'].every((name) =>
    isInstalled(name, 'marks that cairo re-saves are not tested'),
  );
  it.each(installed ? ['a form field', 'a tiling pattern'] : [])(
    'is refused when the text is in %s and is a mark whose glyphs cairo has renumbered',
    async (container) => {
      const folder = mkdtempSync(join(tmpdir(), 'other-content-'));
      const run = (name: string, ...args: string[]): unknown =>
        execFileSync(name, args, { cwd: folder, timeout: 60_000 });
      let plain: string;
      try {
        const { master, plan } = buildMaster((await normalise(await patternPdf(1))).bytes);
        writeFileSync(join(folder, 'copy.pdf'), Buffer.concat([master, writeTail(compilePlan(plan), stamp).tail]));
        run('pdftocairo', '-pdf', 'copy.pdf', 'printed.pdf');
        run('qpdf', '--qdf', '--object-streams=disable', 'printed.pdf', 'plain.pdf');
        plain = readFileSync(join(folder, 'plain.pdf'), 'latin1');
      } finally {
        rmSync(folder, { recursive: true });
      }
      const referenceOf = (key: string): string => new RegExp(`/${key} (\\d+ 0) R`).exec(plain)![1]!;
      const [contents, resources] = [referenceOf('Contents'), referenceOf('Resources')];
      const [page, entries] =
        container === 'a form field'
          ? [field.replace('7 0 R', `${contents} R`), form]
          : [`/Resources<</Pattern<</P ${contents} R>>>>`, tilingPattern];
      const moved = plain
        .replace(`/Contents ${contents} R`, page)
        .replace(`/Resources ${resources} R`, '')
        .replace(`\n${contents} obj\n<<`, `\n${contents} obj\n<<${entries}/Resources ${resources} R`);
      expect(await prepareUpload(Buffer.from(moved, 'latin1'))).toMatchObject(refused);
    },
  );
});
