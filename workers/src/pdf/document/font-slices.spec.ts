import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FONT_PACKAGES, FontSlices, openSlice, packageFolder, readSlices } from './font-slices.js';
import { FontSubset } from './font-subset.js';
import { createShaper } from './script-fonts.js';

describe('the fonts of the packages', () => {
  it.each(FONT_PACKAGES)('can be read, and all characters of each slice can be shaped: %s', async (name) => {
    const failures: string[] = [];
    for (const { file, ranges } of await readSlices(packageFolder(name), name)) {
      try {
        const font = await openSlice(file);
        const subset = new FontSubset(font, 1);
        for (const [first, last] of ranges) {
          for (let point = first; point <= last; point++) {
            if (font.hasGlyphForCodePoint(point)) subset.shape(String.fromCodePoint(point), 0, false);
          }
        }
        expect(subset.embedded().bytes).toBeGreaterThan(0);
      } catch (error) {
        failures.push(`${file}: ${String(error)}`);
      }
    }
    expect(failures).toEqual([]);
  });
});

describe('a font', () => {
  const email = 'דנה@x.il';
  const file = join('files', 'noto-sans-hebrew-hebrew-400-normal.woff');
  let folder: string;
  let slices: FontSlices;
  let brokenFonts: string[];
  const shapeEmail = async (): Promise<string> => {
    const shaper = await createShaper(email, (font) => brokenFonts.push(font), slices);
    return shaper
      ? shaper(email)
          .glyphs.map(({ text }) => text)
          .join('')
      : 'code points';
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    cpSync(packageFolder('noto-sans-hebrew'), folder, { recursive: true });
    slices = new FontSlices((name) => (name === 'noto-sans-hebrew' ? folder : packageFolder(name)));
    brokenFonts = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['is damaged', (bytes: Buffer) => bytes.fill(0, bytes.length / 2)],
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, 1000)],
    ['is a file of another format', () => Buffer.from('<html>')],
  ])('that %s is reported, does not fail the copy, and is read again for the next copy', async (_, damage) => {
    const sound = readFileSync(join(folder, file));
    writeFileSync(join(folder, file), damage(Buffer.from(sound)));
    expect(await shapeEmail()).toBe('code points');
    expect(brokenFonts).toContain('noto-sans-hebrew-hebrew-400-normal.woff');
    writeFileSync(join(folder, file), sound);
    expect(await shapeEmail()).toBe(email);
  });

  it('without its list of slices is reported, does not fail the copy, and is read again for the next copy', async () => {
    const list = join(folder, 'unicode.json');
    renameSync(list, `${list}.away`);
    expect(await shapeEmail()).toBe('code points');
    expect(brokenFonts).toContain('noto-sans-hebrew');
    renameSync(`${list}.away`, list);
    expect(await shapeEmail()).toBe(email);
  });

  it('that cannot lay out the text is reported and does not fail the copy', async () => {
    const path = join(folder, file);
    writeFileSync(path, withoutTable(readFileSync(path), 'hmtx'));
    expect(await shapeEmail()).toBe('\\u{5d3}\\u{5e0}\\u{5d4}@x.il');
    expect(brokenFonts).toContain('NotoSansHebrew-Regular');
  });
});

/** Removes a table from a font: renames it, so that fontkit does not find it. */
function withoutTable(woff: Buffer, tag: string): Buffer {
  woff.write('none', woff.indexOf(tag), 'latin1');
  return woff;
}

describe('the shaped text of a mark', () => {
  it('does not depend on the marks that the same process has shaped before', async () => {
    const [email, other] = ['دکتر@x.ir', 'مثال@x.ir'];
    const alone = (await createShaper(email, undefined, new FontSlices()))!(email);
    const slices = new FontSlices();
    (await createShaper(other, undefined, slices))!(other);
    expect((await createShaper(email, undefined, slices))!(email)).toEqual(alone);
    expect(alone.glyphs.map(({ text }) => text).join('')).toBe(email);
  });

  it('distinguishes letters that share a glyph', async () => {
    const email = 'بتثن@x.ir';
    const { glyphs } = (await createShaper(email))!(email);
    expect(glyphs.map(({ text }) => text).join('')).toBe(email);
    const textByGlyph = new Map(
      glyphs.filter(({ text }) => text !== '').map(({ font, hex, text }) => [font + hex, text]),
    );
    expect([...textByGlyph.values()].toSorted()).toEqual([...new Set(email)].toSorted());
  });
});
