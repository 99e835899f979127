import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { aPattern } from './support/builders.js';
import { ROOT } from './support/cruise.js';
import { manyPatterns } from './support/many-patterns.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { rawGet } from './support/raw-get.js';
import { until } from './support/settles.js';

const PUBLIC = 'https://schnitte.example.org';
const NASTY = `Kleid </title><script>alert(1)</script> "quer" & 'hoch' $& $1 \u2028 <!-- 🪡`;
let shop: OpenShop;
let root: string;
let nasty: string;
const at = (path: string, headers?: Record<string, string>) =>
  rawGet(`http://127.0.0.1:${shop.config.port}${path}`, headers);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/public'), root, { recursive: true });
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  shop = await openShop({ env: { STOREFRONT_DIR: root, PUBLIC_URL: PUBLIC } });
  await manyPatterns(shop, 9_000);
  nasty = await aPattern().titled(NASTY, 'A dress').in(shop);
}, 60_000);
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** What a crawler reads in the head of a page. */
async function headAt(path: string, headers?: Record<string, string>) {
  const { status, text } = await at(path, headers);
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, ...found]) => found.map((one) => unescaped(one!)));
  return {
    status,
    text,
    lang: /<html lang="([^"]*)"/.exec(text)?.[1],
    titles: all(/<title[^>]*>([^<]*)<\/title>/g).flat(),
    meta: Object.fromEntries(all(/<meta data-head (?:name|property)="([^"]*)" content="([^"]*)" \/>/g)),
    canonical: all(/<link data-head rel="canonical" href="([^"]*)" \/>/g).flat(),
    languages: Object.fromEntries(all(/<link data-head rel="alternate" hreflang="([^"]*)" href="([^"]*)" \/>/g)),
    data: all(/<script data-head type="application\/ld\+json">(.*?)<\/script>/g).map(([json]) => JSON.parse(json!)),
  };
}

describe('the head of a pattern’s page', () => {
  it.each([
    ['', 'de', 'von'],
    ['/en', 'en', 'by'],
  ])('under "%s" is written by the server', async (prefix, language, by) => {
    const head = await headAt(`${prefix}/patterns/${nasty}`);
    const title = language === 'de' ? NASTY : 'A dress';
    expect(head).toMatchObject({
      status: 200,
      lang: language,
      titles: [`${title} ${by} Nähwerk – Pattern Marketplace`],
    });
    expect(head.canonical).toEqual([`${PUBLIC}${prefix}/patterns/${nasty}`]);
    expect(head.languages).toEqual({
      de: `${PUBLIC}/patterns/${nasty}`,
      en: `${PUBLIC}/en/patterns/${nasty}`,
      'x-default': `${PUBLIC}/patterns/${nasty}`,
    });
    expect(head.meta).toMatchObject({ 'og:type': 'product', 'og:url': head.canonical[0], 'og:title': head.titles[0] });
    expect(head.data).toMatchObject([{ '@type': 'Product', name: title, offers: { price: '12.90' } }]);
  });

  it('lets nothing out of its place, whatever a designer writes', async () => {
    const { text, data } = await headAt(`/patterns/${nasty}`);
    expect(text).not.toContain('alert(1)</script>');
    expect(/ld\+json">(.*)<\/script>/.exec(text)![1]).not.toMatch(/[<>&\u2028]/);
    expect(text.match(/<!--/g)).toBeNull();
    expect(text.match(/<\/title>/g)).toHaveLength(1);
    expect(data[0].name).toBe(NASTY);
    expect(text).toContain('<div id="root"></div>');
  });

  it.each(['', '/en'])('under "%s" says that there is no such pattern, and still shows the shop', async (prefix) => {
    const hidden = await aPattern().titled('Verborgenes').in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    for (const id of [hidden, uuidv7(), 'nonsense', '%22%3E%3Cscript%3E']) {
      const head = await headAt(`${prefix}/patterns/${id}`);
      expect(head).toMatchObject({
        status: 404,
        lang: prefix ? 'en' : 'de',
        canonical: [],
        meta: { robots: 'noindex' },
      });
      expect(head.titles).toHaveLength(1);
      expect(head.text).toContain('<div id="root"></div>');
      expect(head.text).not.toContain('Verborgenes');
    }
  });

  it('is answered with 304 until the pattern changes', async () => {
    const path = `/en/patterns/${nasty}`;
    const { headers } = await at(path);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await at(path, { 'if-none-match': headers.etag! })).status).toBe(304);
    await shop.sql.rows(`update patterns set price_cents = 990 where id = $1`, [nasty]);
    await until('the change is heard of', async () => {
      return (await at(path, { 'if-none-match': headers.etag! })).status === 200;
    });
  });
});

describe('the head of other pages', () => {
  const words = (language: string, file: string) =>
    JSON.parse(readFileSync(join(root, 'locales', language, `${file}.json`), 'utf8')).head;

  it.each([
    ['/', 'de', 'home', '/', '/en'],
    ['/en', 'en', 'home', '/', '/en'],
    ['/patterns', 'de', 'catalogue', '/patterns', '/en/patterns'],
    ['/en/patterns?page=3', 'en', 'catalogue', '/patterns', '/en/patterns'],
  ])('%s has title, description and language versions', async (path, language, file, german, english) => {
    const head = await headAt(path);
    const { title, description } = words(language, file);
    expect(head).toMatchObject({ status: 200, lang: language, meta: { description, 'og:type': 'website' } });
    expect(head.titles).toHaveLength(1);
    expect(head.titles[0]).toContain(title);
    expect(head.languages).toEqual({ de: PUBLIC + german, en: PUBLIC + english, 'x-default': PUBLIC + german });
  });

  it('never believes the name that a request came for', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    for (const path of [
      '/',
      `/patterns/${nasty}`,
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/robots.txt',
      `/meta/pattern/${nasty}`,
    ]) {
      expect((await at(path, headers)).text).not.toMatch(/evil\.example|gopher/);
    }
  });

  it.each([
    ['/de', '/'],
    ['/de/patterns?page=2', '/patterns?page=2'],
    ['/de//evil.example/x', '/evil.example/x'],
    ['/de/\\evil.example', '/evil.example'],
  ])('%s is corrected to %s', async (path, target) => {
    const { status, headers } = await at(path);
    expect([status, headers.location]).toEqual([301, target]);
  });

  it('sends nobody elsewhere by language', async () => {
    for (const agent of ['Mozilla/5.0', 'Googlebot/2.1']) {
      const { status } = await at('/patterns', { 'accept-language': 'en-US,en', 'user-agent': agent });
      expect(status).toBe(200);
    }
  });

  it('belongs to the newest build', async () => {
    await at('/');
    const file = join(root, 'index.html');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('</body>', '<script src="/assets/new-0123.js"></script></body>'),
    );
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect((await at('/en')).text).toContain('/assets/new-0123.js');
  });
});

describe('files', () => {
  it('are the words of the storefront, and not the page when they are missing', async () => {
    const { status, text, headers } = await at('/locales/de/home.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual(
      JSON.parse(readFileSync(join(ROOT, 'storefront/src/i18n/locales/de/home.json'), 'utf8')),
    );
    for (const path of [
      '/locales/fr/home.json',
      '/assets/old-1.js',
      '/nothing.txt',
      '/locales/..%2f..%2fetc/passwd',
      '/media/x.webp',
    ]) {
      expect([path, (await at(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('the installable shop', () => {
  it('is called by the name in its configuration', async () => {
    const file = join(root, 'manifest.webmanifest');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name: 'As it was built' }));
    const { status, text, headers } = await at('/manifest.webmanifest');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    expect(JSON.parse(text)).toMatchObject({ name: shop.config.shopName, lang: 'de', start_url: '/' });
  });

  it('has its icons where the manifest says', async () => {
    const { icons } = JSON.parse((await at('/manifest.webmanifest')).text) as {
      icons: { src: string; type: string }[];
    };
    for (const { src, type } of icons) {
      const { status, headers } = await at(src);
      expect([src, status, headers['content-type']]).toEqual([src, 200, type]);
    }
  });

  it('asks for a newer worker every time, and never runs it as anything else', async () => {
    const { status, headers } = await at('/service-worker.js');
    expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([200, 'no-cache', 'nosniff']);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });

  it('has a page for lost connections that needs nothing but its own files', async () => {
    const { status, text, headers } = await at('/offline.html');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    const worker = (await at('/service-worker.js')).text;
    for (const [, path] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) expect(worker).toContain(`'${path}'`);
    expect(text).not.toMatch(/<script>|<style|style=| on\w+=/);
  });
});

describe('the way for crawlers', () => {
  it('keeps them out of the API and of what belongs to one visitor', async () => {
    const { text, headers } = await at('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
    for (const path of ['/api/', '/checkout', '/en/downloads', '/login']) expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).not.toMatch(/Disallow: \/(en\/?|patterns)?\n/);
  });

  it('leads to every designer, and to every published pattern in both languages once, in parts of 10,000 addresses at most', async () => {
    const parts = [...(await at('/sitemap.xml')).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
    expect(parts.every((url) => url.startsWith(`${PUBLIC}/sitemaps/`))).toBe(true);
    const seen = new Set<string>();
    for (const part of parts) {
      const { status, text, headers } = await at(part.slice(PUBLIC.length));
      expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      const urls = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
      expect(urls.length).toBeLessThanOrEqual(10_000);
      expect(text.match(/hreflang="x-default"/g)).toHaveLength(urls.length);
      for (const url of urls) seen.add(url);
    }
    for (const { slug } of await shop.sql.rows(`select slug from designers d
      where exists (select from patterns p where p.designer_id = d.id and p.status = 'published')`)) {
      expect(seen).toContain(`${PUBLIC}/designers/${slug}`);
    }
    const patterns = await shop.sql.rows(`select id from patterns where status = 'published'`);
    const missing = patterns.filter(
      ({ id }) => !seen.has(`${PUBLIC}/patterns/${id}`) || !seen.has(`${PUBLIC}/en/patterns/${id}`),
    );
    expect(missing.length).toBe(0);
    expect([...seen].filter((url) => url.includes('/patterns/'))).toHaveLength(2 * patterns.length);
    for (const name of [
      `${uuidv7()}`,
      'pages',
      '..%2f..%2fx.xml',
      `${'f'.repeat(8)}-ffff-4fff-bfff-${'f'.repeat(12)}.xml`,
    ]) {
      expect((await at(`/sitemaps/${name}`)).status).toBe(404);
    }
  });
});
