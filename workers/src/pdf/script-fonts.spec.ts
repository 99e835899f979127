import { buildMaster } from './build-master.js';
import { copyOf, stamp } from './fixture-copies.js';
import { rawPages } from './fixture-pdfs.js';
import { renderers } from './fixture-renderers.js';
import { readAsReader } from './read-pages.js';
import { inVisualOrder, shaperFor } from './script-fonts.js';
import { stampLine, type Stamp } from './stamp-text.js';

const prepared = buildMaster(rawPages([{}]));

async function linesOf(copy: Buffer, direction: 'right' | 'up'): Promise<string[]> {
  const document = (await readAsReader(copy))!;
  const { texts } = await document.page(1);
  await document.close();
  return texts.filter((seen) => seen.direction === direction && seen.text !== stamp.fileId).map(({ text }) => text);
}

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');

describe('an address in a script of its own (review point 26)', () => {
  it.each([
    ['Chinese', '用户王小明@例子.公司'],
    ['traditional Chinese', '國語體@台灣.tw'],
    ['Japanese', '佐藤ひろこカタカナ@例え.jp'],
    ['Korean', '홍길동@예시.한국'],
    ['emoji', '👗🧵@example.com'],
    ['Latin with one foreign part', 'name@例子.de'],
  ])('is read back from the mark: %s', async (_, email) => {
    const buyer: Stamp = { ...stamp, email, shaper: await shaperFor(email) };
    const copy = copyOf(prepared, { buyer });
    for (const direction of ['right', 'up'] as const) {
      expect(withoutSpaces((await linesOf(copy, direction)).join(''))).toBe(withoutSpaces(stampLine(buyer)));
    }
    // A few glyphs, not a font of megabytes; and the same bytes again.
    expect(copy.length - copyOf(prepared).length).toBeLessThan(24 * 1024);
    expect(copyOf(prepared, { buyer: { ...buyer, shaper: await shaperFor(email) } }).equals(copy)).toBe(true);
  });

  it.each([
    ['Hebrew', 'שלום.כהן@דוגמה.ישראל'],
    ['Arabic', 'محمد.علي@مثال.السعودية'],
  ])('stands from right to left: %s', async (_, email) => {
    const copy = copyOf(prepared, { buyer: { ...stamp, email, shaper: await shaperFor(email) } });
    const line = (await linesOf(copy, 'right')).join('');
    // Readers give words in the order of their letters; the words themselves stand in the order in which they are seen.
    const words = email.split(/[.@]/);
    const places = words.map((word) => withoutSpaces(line).indexOf(word));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => other - one));
  });

  it('is painted with the glyphs of the script', async () => {
    const email = '홍길동@예시.한국';
    const shaped = copyOf(prepared, { buyer: { ...stamp, email, shaper: await shaperFor(email) } });
    const blank = copyOf(prepared, { blank: true });
    for (const renderer of renderers) {
      const [[marked], [empty]] = await Promise.all([renderer.render(shaped, 2), renderer.render(blank, 2)]);
      let changed = 0;
      // Where the address stands: after the first word of the line along the bottom.
      for (let y = marked!.height - 48; y < marked!.height - 20; y++) {
        for (let x = 120; x < 240; x++) {
          const at = 4 * (y * marked!.width + x);
          if (Math.abs(marked!.pixels[at]! - empty!.pixels[at]!) > 60) changed++;
        }
      }
      expect({ name: renderer.name, enough: changed > 150 }).toEqual({ name: renderer.name, enough: true });
    }
  });

  it('needs nothing more for the scripts of the stamp itself, nor for what no font has', async () => {
    for (const email of ['łucja.żółć@example.pl', 'Ελένη@παράδειγμα.gr', 'наталія@приклад.укр', 'a\u0000b@x.de']) {
      expect(await shaperFor(email)).toBeUndefined();
    }
  });

  it('shows a character that would not be seen', async () => {
    const email = '例\u200d子@x.de';
    const copy = copyOf(prepared, { buyer: { ...stamp, email, shaper: await shaperFor(email) } });
    expect((await linesOf(copy, 'right')).join('')).toContain('\\u{200d}');
  });

  it('is put in the order in which it is seen', () => {
    const glyph = (text: string, level: number) => ({ text, level, hex: '', width: 1, font: 'F', haloFont: 'H' });
    const line = [glyph('a', 0), glyph('b', 1), glyph('1', 2), glyph('2', 2), glyph('c', 1), glyph('d', 0)];
    expect(inVisualOrder(line).map(({ text }) => text)).toEqual(['a', 'c', '1', '2', 'b', 'd']);
  });
});

/** Sizes of the mark's letters in points, as its content gives them. */
const sizesOf = (copy: Buffer): number[] => {
  const content = copy.toString('latin1').split('/Subtype/Form').at(-1)!;
  return [...content.slice(0, content.indexOf('3 Tr')).matchAll(/([\d.]+) Tf/g)].map(([, size]) => Number(size));
};

describe('a long address (review point 26)', () => {
  it.each([
    ['254 characters', `${'a'.repeat(64)}@${'b'.repeat(185)}.com`],
    ['254 wide characters', `${'w'.repeat(64)}@${'m'.repeat(185)}.com`],
    ['128 Chinese characters', `${'字'.repeat(64)}@${'例'.repeat(60)}.cn`],
  ])('takes several lines of at least 6 points: %s', async (_, email) => {
    const buyer: Stamp = { ...stamp, email, shaper: await shaperFor(email) };
    const copy = copyOf(prepared, { buyer });
    expect(Math.min(...sizesOf(copy))).toBeGreaterThanOrEqual(6);
    for (const direction of ['right', 'up'] as const) {
      expect(withoutSpaces((await linesOf(copy, direction)).join(''))).toBe(withoutSpaces(stampLine(buyer)));
    }
  });

  it('takes more lines on a label, and an ordinary one takes one line on a sheet', async () => {
    const label = buildMaster(rawPages([{ entries: '/MediaBox[0 0 200 120]' }]));
    expect(Math.min(...sizesOf(copyOf(label)))).toBeGreaterThanOrEqual(6);
    expect(await linesOf(copyOf(prepared), 'right')).toEqual([stampLine(stamp)]);
  });
});
