import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { aPattern } from './support/builders.js';
import { ROOT } from './support/cruise.js';
import { parseHead } from './support/head-in.js';
import { manyPatterns } from './support/many-patterns.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { rawGet } from './support/raw-get.js';
import { until } from './support/settles.js';
import { storefrontScreens } from './support/storefront-screens.js';

const PUBLIC = 'https://schnitte.example.org';
const NASTY = `Kleid </title><script>alert(1)</script> "quer" & 'hoch' $& $1 \u2028 <!-- 🪡`;
let shop: OpenShop;
let root: string;
let nasty: string;
const getPath = (path: string, headers?: Record<string, string>) =>
  rawGet(`http://127.0.0.1:${shop.config.port}${path}`, headers);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/public'), root, { recursive: true });
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  shop = await openShop({ env: { STOREFRONT_DIR: root, PUBLIC_URL: PUBLIC } });
  await manyPatterns(shop, 9_000);
  nasty = await aPattern().titled(NASTY, 'A dress').in(shop);
});
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

const getHead = async (path: string, headers?: Record<string, string>) => parseHead(await getPath(path, headers));

describe('the head of a pattern’s page', () => {
  it.each([
    ['', 'de', 'von'],
    ['/en', 'en', 'by'],
  ])('under "%s" is written by the server', async (prefix, language, by) => {
    const head = await getHead(`${prefix}/patterns/${nasty}`);
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

  it('escapes the texts of a designer', async () => {
    const { text, data } = await getHead(`/patterns/${nasty}`);
    expect(text).not.toContain('alert(1)</script>');
    expect(/ld\+json">(.*)<\/script>/.exec(text)![1]).not.toMatch(/[<>&\u2028]/);
    expect(text.match(/<!--/g)).toBeNull();
    expect(text.match(/<\/title>/g)).toHaveLength(1);
    expect(data[0].name).toBe(NASTY);
    expect(text).toContain('<div id="root"></div>');
  });

  it.each(['', '/en'])('under "%s" has status 404 for an unknown pattern and still loads the shop', async (prefix) => {
    const hidden = await aPattern().titled('Verborgenes').in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    for (const id of [hidden, uuidv7(), 'nonsense', '%22%3E%3Cscript%3E']) {
      const head = await getHead(`${prefix}/patterns/${id}`);
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

  it('gets a 304 until the pattern changes', async () => {
    const path = `/en/patterns/${nasty}`;
    const { headers } = await getPath(path);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await getPath(path, { 'if-none-match': headers.etag! })).status).toBe(304);
    await shop.sql.rows(`update patterns set price_cents = 990 where id = $1`, [nasty]);
    await until('the cache is invalidated', async () => {
      return (await getPath(path, { 'if-none-match': headers.etag! })).status === 200;
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
    const head = await getHead(path);
    const { title, description } = words(language, file);
    expect(head).toMatchObject({ status: 200, lang: language, meta: { description, 'og:type': 'website' } });
    expect(head.titles).toHaveLength(1);
    expect(head.titles[0]).toContain(title);
    expect(head.languages).toEqual({ de: PUBLIC + german, en: PUBLIC + english, 'x-default': PUBLIC + german });
  });

  it.each([
    '/nowhere',
    '/en/nowhere',
    '/en/en',
    '/patterns/1/2',
    '/admin/nothing',
    '/designers/anna/shoes',
    '/studio/a/b',
  ])('%s, which does not exist, has status 404, noindex and a title', async (path) => {
    const language = path.startsWith('/en') ? 'en' : 'de';
    const { missing } = JSON.parse(readFileSync(join(root, `locales/${language}/later.json`), 'utf8'));
    const head = await getHead(path);
    expect(head).toMatchObject({ status: 404, lang: language, canonical: [], meta: { robots: 'noindex' } });
    expect(head.titles).toEqual([expect.stringContaining(missing.title)]);
    expect(head.text).toContain('<div id="root"></div>');
  });

  it.each([
    ['', 'Schnittmuster von Nähwerk'],
    ['/en', 'Patterns by Nähwerk'],
  ])('under "%s" names a designer', async (prefix, title) => {
    const bio = 'Röcke & "Hosen" <seit 2019>';
    const slug = `designer-${nasty}`;
    await shop.sql.rows(`update designers set bio = $2 where slug = $1`, [slug, { de: bio }]);
    const head = await getHead(`${prefix}/designers/${slug}`);
    expect(head).toMatchObject({
      status: 200,
      titles: [`${title} – Pattern Marketplace`],
      canonical: [`${PUBLIC}${prefix}/designers/${slug}`],
      meta: { description: bio },
    });
  });

  it.each(['', '/en'])('under "%s" has status 404 for an unknown designer', async (prefix) => {
    const hidden = await aPattern().in(shop);
    const slug = `designer-${hidden}`;
    await shop.sql.rows(`update designers set name = 'Niemand Sonst' where slug = $1`, [slug]);
    await until('the designer is shown', async () => (await getHead(`${prefix}/designers/${slug}`)).status === 200);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    await until('the designer is hidden', async () => (await getHead(`${prefix}/designers/${slug}`)).status === 404);
    for (const name of [slug, 'unknown', '%22%3E%3Cscript%3E']) {
      const head = await getHead(`${prefix}/designers/${name}`);
      expect(head).toMatchObject({ status: 404, canonical: [], meta: { robots: 'noindex' } });
      expect(head.text).not.toContain('Niemand Sonst');
    }
  });

  it.each(['/patterns/', '/designers/designer-'])(
    'is missing with status 503 while %s… cannot be read; the shop still loads',
    async (start) => {
      const id = await aPattern().in(shop);
      for (const table of ['patterns', 'designers'])
        await shop.owner.rows(`alter table ${table} rename to ${table}_away`);
      try {
        const { status, text, headers } = await getPath(start + id);
        expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
        expect(text).toContain('<div id="root"></div>');
      } finally {
        for (const table of ['patterns', 'designers'])
          await shop.owner.rows(`alter table ${table}_away rename to ${table}`);
      }
      expect((await getHead(start + id)).status).toBe(200);
    },
  );

  it.each(storefrontScreens())('%s, a screen of the storefront, exists', async (screen) => {
    for (const path of [`/${screen}`, `/en/${screen}`, `/${screen.toUpperCase()}`, `/${screen}/`]) {
      expect([path, (await getPath(path)).status]).toEqual([path, 200]);
    }
  });

  it('does not use the Host header', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    for (const path of [
      '/',
      `/patterns/${nasty}`,
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/robots.txt',
      `/meta/pattern/${nasty}`,
    ]) {
      expect((await getPath(path, headers)).text).not.toMatch(/evil\.example|gopher/);
    }
  });

  it.each([
    ['/EN/patterns?page=2', '/en/patterns?page=2'],
    ['/En', '/en'],
  ])('%s redirects to %s', async (path, target) => {
    const { status, headers } = await getPath(path);
    expect([status, headers.location]).toEqual([301, target]);
  });

  it.each([
    ['/de', '/'],
    ['/de/patterns?page=2', '/patterns?page=2'],
    ['/DE/patterns', '/patterns'],
  ])('%s shows the German page %s, with the canonical URL of that page', async (prefixed, withoutPrefix) => {
    const english = { 'accept-language': 'en-GB,en' };
    const [page, germanPage] = await Promise.all([getPath(prefixed, english), getPath(withoutPrefix, english)]);
    expect(page).toMatchObject({ status: 200, text: germanPage.text });
    const address = PUBLIC + withoutPrefix.replace(/\?.*/, '');
    expect(page.text).toContain('<html lang="de"');
    expect(page.text).toContain(`rel="canonical" href="${address}"`);
    expect(page.text).toContain(`hreflang="de" href="${address}"`);
    expect(page.text).toContain(`hreflang="en" href="${PUBLIC}/en${withoutPrefix === '/' ? '' : '/patterns'}"`);
  });

  it.each(['/de//evil.example/x', '/de/\\evil.example'])('%s does not redirect to another host', async (path) => {
    const { status, text, headers } = await getPath(path);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect(text).not.toContain('evil.example');
  });

  it('does not redirect by Accept-Language', async () => {
    for (const agent of ['Mozilla/5.0', 'Googlebot/2.1']) {
      const { status } = await getPath('/patterns', { 'accept-language': 'en-US,en', 'user-agent': agent });
      expect(status).toBe(200);
    }
  });

  it('is updated after a new build', async () => {
    await getPath('/');
    const file = join(root, 'index.html');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('</body>', '<script src="/assets/new-0123.js"></script></body>'),
    );
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect((await getPath('/en')).text).toContain('/assets/new-0123.js');
  });
});

describe('crawlers', () => {
  it('are kept from the API and personal pages by robots.txt', async () => {
    const { text, headers } = await getPath('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
    for (const path of ['/api/', '/checkout', '/en/downloads', '/login']) expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).not.toMatch(/Disallow: \/(en\/?|patterns)?\n/);
  });

  it('find every designer, and every published pattern in both languages, in sitemaps of at most 10,000 URLs', async () => {
    const parts = [...(await getPath('/sitemap.xml')).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
    expect(parts.every((url) => url.startsWith(`${PUBLIC}/sitemaps/`))).toBe(true);
    const listedUrls = new Set<string>();
    for (const part of parts) {
      const { status, text, headers } = await getPath(part.slice(PUBLIC.length));
      expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      const urls = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
      expect(urls.length).toBeLessThanOrEqual(10_000);
      expect(text.match(/hreflang="x-default"/g)).toHaveLength(urls.length);
      for (const url of urls) listedUrls.add(url);
    }
    for (const { slug } of await shop.sql.rows(`select slug from designers d
      where exists (select from patterns p where p.designer_id = d.id and p.status = 'published')`)) {
      expect(listedUrls).toContain(`${PUBLIC}/designers/${slug}`);
    }
    const patterns = await shop.sql.rows(`select id from patterns where status = 'published'`);
    const missing = patterns.filter(
      ({ id }) => !listedUrls.has(`${PUBLIC}/patterns/${id}`) || !listedUrls.has(`${PUBLIC}/en/patterns/${id}`),
    );
    expect(missing.length).toBe(0);
    expect([...listedUrls].filter((url) => url.includes('/patterns/'))).toHaveLength(2 * patterns.length);
    for (const name of [
      `${uuidv7()}`,
      'pages',
      '..%2f..%2fx.xml',
      `${'f'.repeat(8)}-ffff-4fff-bfff-${'f'.repeat(12)}.xml`,
    ]) {
      expect((await getPath(`/sitemaps/${name}`)).status).toBe(404);
    }
  });
});
