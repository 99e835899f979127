import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream } from 'pdf-lib';
import type { DrawnPattern } from '../../backend/seeds/goods-types.js';
import { drawGoods } from './draw-goods.ts';
import { cacheFolder, readGoods } from './goods-cache.ts';
import { type Bilingual, type DemoFile, type DemoPattern, demoShop } from './demo-shop.ts';
import { patternGoods } from './row-texts.ts';

const { designers, patterns } = demoShop;

const pattern = (key: string): DemoPattern => patterns.find((demo) => demo.key === key)!;

const open = (file: DemoFile) => PDFDocument.load(file.bytes, { updateMetadata: false });

async function pageContent(file: DemoFile, page: number): Promise<string> {
  const doc = await open(file);
  const stream = doc.context.lookup(doc.getPage(page).node.get(PDFName.of('Contents')));
  if (!(stream instanceof PDFRawStream)) throw new Error('The page has no contents.');
  return inflateSync(stream.contents).toString('latin1');
}

async function layerNames(file: DemoFile): Promise<string[]> {
  const doc = await open(file);
  const groups = doc.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('OCGs'), PDFArray);
  return groups.asArray().map((ref) => {
    const group = doc.context.lookup(ref, PDFDict);
    return group.lookup(PDFName.of('Name'), PDFHexString).decodeText();
  });
}

const lengths = (text: Bilingual<string[]>) => [text.de.length, text.en.length] as const;

describe('the demo shop', () => {
  it('has at least 36 patterns, and five or six designers who each have patterns', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(36);
    expect(new Set(patterns.map(({ key }) => key)).size).toBe(patterns.length);
    expect([5, 6]).toContain(designers.length);
    expect(new Set(patterns.map(({ designer }) => designer))).toEqual(new Set(designers.map(({ key }) => key)));
  });

  it('has patterns of every level of difficulty in every category', () => {
    expect(new Set(patterns.map(({ category }) => category)).size).toBe(5);
    const levels = (list: DemoPattern[]) => new Set(list.map(({ difficulty }) => difficulty)).size;
    const categories = [...new Set(patterns.map(({ category }) => category))];
    for (const category of categories) expect(levels(patterns.filter((demo) => demo.category === category))).toBe(4);
  });

  it('has one free pattern, and the others cost between 2.90 and 14.90 €', () => {
    const prices = patterns.map(({ priceCents }) => priceCents).filter((cents) => cents > 0);
    expect(prices).toHaveLength(patterns.length - 1);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(290);
    expect(Math.max(...prices)).toBeLessThanOrEqual(1490);
  });

  it.each(patterns.map((demo) => [demo.key, demo] as const))(
    'has complete German and English texts for %s',
    (_key, demo) => {
      const texts = [
        demo.title,
        demo.description,
        demo.estimatedTime,
        demo.details.seamAllowance,
        demo.details.notes ?? demo.title,
      ];
      for (const { de, en } of texts) {
        expect(de.trim()).not.toBe('');
        expect(en.trim()).not.toBe('');
        expect(de).not.toMatch(/!/);
      }
      for (const text of [demo.description.de, demo.description.en]) {
        const sentences = text.split(/[.?] /).length;
        expect(sentences).toBeGreaterThanOrEqual(3);
        expect(sentences).toBeLessThanOrEqual(6);
      }
      const { materials, tools, notions, techniques, sizes, sizeChart } = demo.details;
      for (const [de, en] of [demo.tags, materials, tools, notions, techniques, sizeChart.columns].map(lengths)) {
        expect(de).toBe(en);
        expect(de).toBeGreaterThan(0);
      }
      expect(demo.tags.de.length).toBeGreaterThanOrEqual(4);
      expect(demo.tags.de.length).toBeLessThanOrEqual(6);
      expect(sizeChart.rows.map(([size]) => size)).toEqual(sizes);
      for (const row of sizeChart.rows) expect(row).toHaveLength(sizeChart.columns.de.length);
    },
  );

  it('has a decimal comma in German size charts, and a decimal point in English ones', () => {
    const rows = (language: 'de' | 'en') =>
      patterns.map((demo) => patternGoods(demo).details[language].size_chart.rows);
    expect(JSON.stringify(rows('de'))).toMatch(/"\d+,\d"/);
    expect(JSON.stringify(rows('de'))).not.toMatch(/"\d+\.\d"/);
    expect(JSON.stringify(rows('en'))).toMatch(/"\d+\.\d"/);
  });

  it('has the fabric requirement of each size, which is never less than for a smaller size', () => {
    for (const { details } of patterns) {
      for (const { meters } of details.fabric) {
        expect(meters.map(({ size }) => size)).toEqual(details.sizes);
        const amounts = meters.map(({ m }) => m);
        expect(amounts.every((m) => m > 0.1 && m < 6)).toBe(true);
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
      }
    }
  });

  it('has two to four pictures of 800 × 1000 without text for each pattern', () => {
    for (const demo of patterns) {
      const pictures = demo.previews();
      expect(pictures.length).toBeGreaterThanOrEqual(2);
      expect(pictures.length).toBeLessThanOrEqual(4);
      for (const svg of pictures) {
        expect(svg).toMatch(/^<svg [^>]*width="800" height="1000"/);
        expect(svg).not.toMatch(/<text|<image|NaN|undefined|href/);
      }
    }
    for (const designer of designers) expect(designer.avatar()).toContain('width="240" height="240"');
  });
});

describe('the files of the demo shop', () => {
  const all = new Map<string, DemoFile[]>();
  // Every second pattern and the patterns that a test names, because drawing all forty takes too long on a busy machine.
  const named = new Set(['lina', 'mats', 'matilda', 'jonte', 'pelle', 'ylvi', 'henk', 'svea', 'ilse']);
  const drawn = patterns.filter((demo, i) => i % 2 === 0 || named.has(demo.key));

  beforeAll(async () => {
    const folder = cacheFolder(process.cwd());
    await drawGoods(folder, { keys: drawn.map(({ key }) => key) });
    for (const { key } of drawn) all.set(key, readGoods<DrawnPattern>(folder, key)!.files);
  }, 180_000);

  const files = (key: string, kind: DemoFile['kind']) => all.get(key)!.find((file) => file.kind === kind)!;

  it('are valid PDFs with valid names and one page per sheet', async () => {
    for (const demo of drawn) {
      for (const file of all.get(demo.key)!) {
        expect(file.fileName).toMatch(new RegExp(`^${demo.title.de} – .+\\.pdf$`));
        const pages = (await open(file)).getPageCount();
        expect([file.kind, file.sheets]).toEqual([file.kind, file.kind === 'projector' ? 0 : pages]);
      }
    }
  });

  it('include an A4 file for every pattern, and for some patterns US Letter, A0, projector and instruction files', () => {
    const count = (kind: DemoFile['kind']) => [...all.values()].flat().filter((file) => file.kind === kind).length;
    expect(count('a4')).toBe(drawn.length);
    for (const kind of ['letter', 'a0', 'projector', 'instructions'] as const) expect(count(kind)).toBeGreaterThan(1);
  });

  it('have a test square of 5 cm on the first page', async () => {
    const pages = [...all.values()].flat().filter(({ kind }) => kind !== 'instructions');
    for (const file of pages) expect(await pageContent(file, 0)).toContain('141.73 141.73 re S');
  });

  it('are true to scale: A4 and Letter pages have the size of the paper, and a pocket is drawn 19 cm wide', async () => {
    const a4 = (await open(files('svea', 'a4'))).getPage(1).getSize();
    expect([a4.width, a4.height].map(Math.round)).toEqual([595, 842]);
    const letter = (await open(files('lina', 'letter'))).getPage(1).getSize();
    expect([letter.width, letter.height].map(Math.round)).toEqual([612, 792]);

    const sideLengths: number[] = [];
    for (let page = 1; page < files('henk', 'a4').sheets; page += 1) {
      const pocket = /^([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l/gm;
      for (const [, x1, y1, x2, y2] of (await pageContent(files('henk', 'a4'), page)).matchAll(pocket)) {
        sideLengths.push(Math.hypot(Number(x2) - Number(x1), Number(y2) - Number(y1)));
      }
    }
    // The inner pocket of the tote is 16 cm wide, plus 1.5 cm of allowance on each side.
    expect(sideLengths.some((pt) => Math.abs(pt - (19 / 2.54) * 72) < 0.05)).toBe(true);
  });

  it('have one layer per size', async () => {
    for (const key of ['lina', 'mats', 'matilda', 'ylvi', 'henk']) {
      const names = pattern(key).details.sizes.map((size) => `Größe ${size}`);
      for (const file of all.get(key)!.filter(({ kind }) => kind !== 'instructions')) {
        expect(await layerNames(file)).toEqual(names);
      }
    }
    const page = await pageContent(files('lina', 'a4'), 1);
    expect(page.match(/\/OC \/S\d BDC/g)).toHaveLength(pattern('lina').details.sizes.length);
  });

  it('are smaller than 300 KiB, except one sheet with a woven check at true scale', () => {
    const mebibyte = 1024 * 1024;
    const big = [...all.entries()]
      .flatMap(([key, list]) => list.map((file) => ({ key, file })))
      .filter(({ file }) => file.bytes.length > 5 * mebibyte);
    expect(big.map(({ key, file }) => `${key} ${file.kind}`)).toEqual(['ilse a0']);
    const rest = [...all.values()].flat().filter((file) => file !== big[0]!.file);
    expect(Math.max(...rest.map((file) => file.bytes.length))).toBeLessThan(300 * 1024);
  });

  it('are reproducible byte for byte', async () => {
    for (const key of ['lina', 'pelle']) {
      const again = await pattern(key).files();
      expect(again).toHaveLength(all.get(key)!.length);
      again.forEach((file, i) => expect(Buffer.from(file.bytes).equals(all.get(key)![i]!.bytes)).toBe(true));
    }
  });
});
