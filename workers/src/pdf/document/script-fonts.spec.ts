import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { buildMaster } from '../prepare/build-master.js';
import { createCopy, stamp } from '../fixtures/fixture-copies.js';
import { rawPages } from '../fixtures/fixture-pdfs.js';
import { isInstalled } from '../fixtures/fixture-programs.js';
import { renderers } from '../fixtures/fixture-renderers.js';
import { runQpdf } from './qpdf.js';
import { openWithPdfJs } from './read-pages.js';
import { inVisualOrder, createShaper } from './script-fonts.js';
import { stampLine, type Stamp } from '../stamp/stamp-text.js';

const prepared = buildMaster(rawPages([{}]));

async function readLines(copy: Buffer, direction: 'right' | 'up'): Promise<string[]> {
  const document = (await openWithPdfJs(copy))!;
  const { texts } = await document.page(1);
  await document.close();
  return texts.filter((item) => item.direction === direction && item.text !== stamp.fileId).map(({ text }) => text);
}

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');

describe('an address in a script other than Latin', () => {
  it.each([
    ['Chinese', '用户王小明@例子.公司'],
    ['traditional Chinese', '國語體@台灣.tw'],
    ['Chinese with the most frequent characters', '我們@例子.公司'],
    ['Japanese', '佐藤ひろこカタカナ@例え.jp'],
    ['Korean', '홍길동@예시.한국'],
    ['emoji', '👗🧵@example.com'],
    ['emoji that are joined', '👩🏽‍💻🏳️‍🌈👩‍❤️‍👨@example.com'],
    ['a flag and a key', '🇩🇪1️⃣@example.com'],
    ['an emoji next to one of its parts', '💻👩‍💻❤️@example.com'],
    ['a Latin name at a Chinese domain', 'name@例子.de'],
  ])('can be extracted from the mark: %s', async (_, email) => {
    const buyer: Stamp = { ...stamp, email, shaper: await createShaper(email) };
    const copy = createCopy(prepared, { buyer });
    for (const direction of ['right', 'up'] as const) {
      expect(withoutSpaces((await readLines(copy, direction)).join(''))).toBe(withoutSpaces(stampLine(buyer)));
    }
    // A font has megabytes, and the copy embeds only the used glyphs. The same address gives the same bytes.
    expect(copy.length - createCopy(prepared).length).toBeLessThan(24 * 1024);
    expect(createCopy(prepared, { buyer: { ...buyer, shaper: await createShaper(email) } }).equals(copy)).toBe(true);
  });

  it.each([
    ['Hebrew', 'שלום.כהן@דוגמה.ישראל'],
    ['Arabic', 'محمد.علي@مثال.السعودية'],
  ])('has its words in the order from right to left: %s', async (_, email) => {
    const copy = createCopy(prepared, { buyer: { ...stamp, email, shaper: await createShaper(email) } });
    const line = (await readLines(copy, 'right')).join('');
    // PDF readers return the letters of a word in logical order, and the words in visual order.
    const words = email.split(/[.@]/);
    const positions = words.map((word) => withoutSpaces(line).indexOf(word));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
  });

  it('is drawn with glyphs of its script', async () => {
    const email = '홍길동@예시.한국';
    const shaped = createCopy(prepared, { buyer: { ...stamp, email, shaper: await createShaper(email) } });
    const blank = createCopy(prepared, { blank: true });
    for (const renderer of renderers) {
      const [[marked], [empty]] = await Promise.all([renderer.render(shaped, 2), renderer.render(blank, 2)]);
      let changed = 0;
      // The area of the address in the horizontal text. The pictures have 2 pixels per point.
      for (let y = marked!.height - 48; y < marked!.height - 20; y++) {
        for (let x = 120; x < 240; x++) {
          const at = 4 * (y * marked!.width + x);
          if (Math.abs(marked!.pixels[at]! - empty!.pixels[at]!) > 60) changed++;
        }
      }
      expect({ name: renderer.name, enough: changed > 150 }).toEqual({ name: renderer.name, enough: true });
    }
  });

  it('needs no shaper when the stamp font has all its characters, or when no font has the missing characters', async () => {
    for (const email of ['łucja.żółć@example.pl', 'Ελένη@παράδειγμα.gr', 'наталія@приклад.укр', 'a\u0000b@x.de']) {
      expect(await createShaper(email)).toBeUndefined();
    }
  });

  it('shows an invisible character as a code point', async () => {
    const email = '例\u200d子@x.de';
    const copy = createCopy(prepared, { buyer: { ...stamp, email, shaper: await createShaper(email) } });
    expect((await readLines(copy, 'right')).join('')).toContain('\\u{200d}');
  });

  it.each([
    ['Hindi', 'दीपक@x.in', /^(\\u\{9[0-7][0-9a-f]\})+@x\.in$/],
    ['Thai', 'สมชาย@x.th', /^(\\u\{e[0-7][0-9a-f]\})+@x\.th$/],
  ])('is written as code points when no font has the script: %s', async (_, email, expected) => {
    const copy = createCopy(prepared, { buyer: { ...stamp, email, shaper: await createShaper(email) } });
    expect((await readLines(copy, 'right')).join('').split(' ')[2]).toMatch(expected);
  });

  it('has one glyph for an emoji sequence, and shows a joiner outside a sequence as a code point', async () => {
    const shapeEmail = async (email: string): Promise<string> => {
      const shaper = await createShaper(email);
      return shaper!(email)
        .glyphs.map(({ text }) => text)
        .join('');
    };
    // The family is an emoji sequence, which the font draws as one glyph. The two dresses are not an emoji sequence.
    expect(await shapeEmail('👨‍👩‍👧')).toBe('👨‍👩‍👧');
    expect((await createShaper('👨‍👩‍👧'))!('👨‍👩‍👧').glyphs).toHaveLength(1);
    expect(await shapeEmail('👗\u200d👗')).toBe('👗\\u{200d}👗');
  });

  it('keeps vowel signs for which the font has no anchor', async () => {
    const email = 'فِراس@x.sa';
    const glyphs = (await createShaper(email))!(email).glyphs;
    expect(glyphs.map(({ text }) => text).filter(Boolean)).toEqual([...email]);
  });

  it('gets a font that lists the width of every glyph, including parts of letters', async () => {
    const email = 'محمد.علي@مثال.السعودية';
    for (const { deflated, widths } of (await createShaper(email))!(email).fonts) {
      const file = inflateSync(deflated);
      const maxp = file.readUInt32BE(file.indexOf('maxp') + 8);
      expect(widths).toHaveLength(file.readUInt16BE(maxp + 4));
    }
  });

  // The expected order is that of GNU FriBidi 1.0.8 for a line from left to right.
  it.each([
    ['محمد١٢٣@example.com', '١٢٣دمحم@example.com'],
    ['محمد123@مثال.com', 'لاثم@123دمحم.com'],
    ['محمد١٢.٣٤@x.sa', '١٢.٣٤دمحم@x.sa'],
    ['ab12دکتر٤٥cd@x.de', 'ab12٤٥رتکدcd@x.de'],
    ['דנה2024@דוגמה.co.il', 'המגוד@2024הנד.co.il'],
    ['דנה.levi.כהן@x.il', 'הנד.levi.ןהכ@x.il'],
    ['a-דנה-7-כהן-8@x.il', 'a-8-ןהכ-7-הנד@x.il'],
    ['דנה{פרי}@x.il', '{ירפ}הנד@x.il'],
    ['דנה\u202eאבג@x.il', 'הנד\\u{202e}גבא@x.il'],
  ])('is written in the order of the bidirectional algorithm: %s', async (email, visualText) => {
    const { glyphs } = (await createShaper(email))!(email);
    expect(
      inVisualOrder(glyphs)
        .map(({ text }) => text)
        .join(''),
    ).toBe(visualText);
  });

  it('gets the visual order of its glyphs from their bidirectional levels', () => {
    const glyph = (text: string, level: number) => ({ text, level, hex: '', width: 1, font: 'F', haloFont: 'H' });
    const line = [glyph('a', 0), glyph('b', 1), glyph('1', 2), glyph('2', 2), glyph('c', 1), glyph('d', 0)];
    expect(inVisualOrder(line).map(({ text }) => text)).toEqual(['a', 'c', '1', '2', 'b', 'd']);
  });
});

/** No two of these characters are in the same slice, so each one needs its own font. */
const ONE_CHARACTER_PER_SLICE =
  '龃鸰鲂骀飝靛闄铵鐜鋬酣逄蹁貽讀訕袂蛴蕈菅芼腦耖绰緒糨篓竦禋硌眢瘓甍珰狦熨瀋滙淃沱殃槾棓枋昱擱掸戬惭忄庘崦寬媠奪堠囹嗵唏叧劉億俑亣丂丐乍丞乒丙';

describe('an address that needs very many fonts', () => {
  it('gives a valid copy with unique font names', async () => {
    const email = `${[...ONE_CHARACTER_PER_SLICE].slice(0, 60).join('')}@example.com`;
    const buyer: Stamp = { ...stamp, email, shaper: await createShaper(email) };
    const copy = createCopy(prepared, { buyer });
    const content = copy.toString('latin1');
    const names = [...content.matchAll(/\/Type\/FontDescriptor\/FontName\/([^/]+)/g)].map(([, name]) => name!);
    expect(names).toHaveLength(61);
    expect(new Set(names).size).toBe(61);
    for (const name of names) expect(name).toMatch(/^[A-Z]{6}\+[\w-]+$/);
    for (const direction of ['right', 'up'] as const) {
      expect(withoutSpaces((await readLines(copy, direction)).join(''))).toBe(withoutSpaces(stampLine(buyer)));
    }
    expect(await runQpdf(['--check', 'INPUT'], copy)).toMatchObject({ exitCode: 0 });
    for (const [program, args] of Object.entries(TEXT_PROGRAMS)) {
      if (!isInstalled(program, 'text in many fonts is not tested with it')) continue;
      expect(withoutSpaces(extractText(copy, program, args))).toContain(email);
    }
  });

  it('gets at most 64 fonts, and the characters that need another font are shown as code points', async () => {
    const email = `${ONE_CHARACTER_PER_SLICE}@example.com`;
    const buyer: Stamp = { ...stamp, email, shaper: await createShaper(email) };
    expect(buyer.shaper!(email).fonts).toHaveLength(64);
    const line = (await readLines(createCopy(prepared, { buyer }), 'right')).join('');
    const shapedText = [...ONE_CHARACTER_PER_SLICE].map((char, index) =>
      index < 64 ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`,
    );
    expect(withoutSpaces(line)).toContain(`${shapedText.join('')}@example.com`);
  });
});

const TEXT_PROGRAMS = { mutool: ['draw', '-q', '-F', 'text', 'copy.pdf'], pdftotext: ['-raw', 'copy.pdf', '-'] };

function extractText(copy: Buffer, program: string, args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'text-'));
  try {
    writeFileSync(join(folder, 'copy.pdf'), copy);
    const text = execFileSync(program, args, { cwd: folder, timeout: 60_000, encoding: 'utf8', stdio: 'pipe' });
    return text.replaceAll('\n', '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the font sizes of the mark in points */
const readFontSizes = (copy: Buffer): number[] => {
  const content = copy.toString('latin1').split('/Subtype/Form').at(-1)!;
  return [...content.slice(0, content.indexOf('3 Tr')).matchAll(/([\d.]+) Tf/g)].map(([, size]) => Number(size));
};

describe('a long address', () => {
  it.each([
    ['254 characters', `${'a'.repeat(64)}@${'b'.repeat(185)}.com`],
    ['254 wide characters', `${'w'.repeat(64)}@${'m'.repeat(185)}.com`],
    ['128 Chinese characters', `${'字'.repeat(64)}@${'例'.repeat(60)}.cn`],
  ])('takes several lines with a font size of at least 6 points: %s', async (_, email) => {
    const buyer: Stamp = { ...stamp, email, shaper: await createShaper(email) };
    const copy = createCopy(prepared, { buyer });
    expect(Math.min(...readFontSizes(copy))).toBeGreaterThanOrEqual(6);
    for (const direction of ['right', 'up'] as const) {
      expect(withoutSpaces((await readLines(copy, direction)).join(''))).toBe(withoutSpaces(stampLine(buyer)));
    }
  });
});

describe('a typical address', () => {
  it('has a font size of at least 6 points on a label, and takes one line on a sheet', async () => {
    const label = buildMaster(rawPages([{ entries: '/MediaBox[0 0 200 120]' }]));
    expect(Math.min(...readFontSizes(createCopy(label)))).toBeGreaterThanOrEqual(6);
    expect(await readLines(createCopy(prepared), 'right')).toEqual([stampLine(stamp)]);
  });
});
