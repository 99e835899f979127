import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { aPattern } from './support/builders.js';
import { ROOT } from './support/cruise.js';
import { parseHead } from './support/parse-head.js';
import { manyPatterns } from './support/many-patterns.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { rawGet } from './support/raw-get.js';
import { until } from './support/settles.js';
import { listScreens } from '../../storefront/screens.js';

const PUBLIC = 'https://schnitte.example.org';
const NASTY = `Kleid </title><script>alert(1)</script> "quer" & 'hoch' $& $1 \u2028 <!-- 🪡`;
let shop: OpenShop;
let root: string;
let patternId: string;
const getPath = (path: string, headers?: Record<string, string>) =>
  rawGet(`http://127.0.0.1:${shop.config.port}${path}`, headers);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/public'), root, { recursive: true });
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  writeFileSync(join(root, 'screens.json'), JSON.stringify(listScreens()));
  shop = await openShop({ env: { STOREFRONT_DIR: root, PUBLIC_URL: PUBLIC } });
  await manyPatterns(shop, 9_000);
  patternId = await aPattern().titled(NASTY, 'A dress').in(shop);
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
  ])('contains title, links and structured data (language prefix "%s")', async (prefix, language, by) => {
    const head = await getHead(`${prefix}/patterns/${patternId}`);
    const title = language === 'de' ? NASTY : 'A dress';
    expect(head).toMatchObject({
      status: 200,
      lang: language,
      titles: [`${title} ${by} Nähwerk – Pattern Marketplace`],
    });
    expect(head.canonical).toEqual([`${PUBLIC}${prefix}/patterns/${patternId}`]);
    expect(head.languages).toEqual({
      de: `${PUBLIC}/patterns/${patternId}`,
      en: `${PUBLIC}/en/patterns/${patternId}`,
      'x-default': `${PUBLIC}/patterns/${patternId}`,
    });
    expect(head.meta).toMatchObject({ 'og:type': 'product', 'og:url': head.canonical[0], 'og:title': head.titles[0] });
    expect(head.data).toMatchObject([{ '@type': 'Product', name: title, offers: { price: '12.90' } }]);
  });

  it('escapes the texts of a designer', async () => {
    const { text, data } = await getHead(`/patterns/${patternId}`);
    expect(text).not.toContain('alert(1)</script>');
    expect(/ld\+json">(.*)<\/script>/.exec(text)![1]).not.toMatch(/[<>&\u2028]/);
    expect(text.match(/<!--/g)).toBeNull();
    expect(text.match(/<\/title>/g)).toHaveLength(1);
    expect(data[0].name).toBe(NASTY);
    expect(text).toContain('<div id="root"></div>');
  });

  it.each(['', '/en'])('is sent with status 404 for an unknown pattern (language prefix "%s")', async (prefix) => {
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

  it('is not sent again (304) until the pattern changes', async () => {
    const path = `/en/patterns/${patternId}`;
    const { headers } = await getPath(path);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await getPath(path, { 'if-none-match': headers.etag! })).status).toBe(304);
    await shop.sql.rows(`update patterns set price_cents = 990 where id = $1`, [patternId]);
    await until('the cache is invalidated', async () => {
      return (await getPath(path, { 'if-none-match': headers.etag! })).status === 200;
    });
  });
});

describe('the head of a page', () => {
  const readHeadTexts = (language: string, file: string) =>
    JSON.parse(readFileSync(join(root, 'locales', language, `${file}.json`), 'utf8')).head;

  it.each([
    ['/', 'de', 'home', '/', '/en'],
    ['/en', 'en', 'home', '/', '/en'],
    ['/patterns', 'de', 'catalogue', '/patterns', '/en/patterns'],
    ['/en/patterns?page=3', 'en', 'catalogue', '/patterns', '/en/patterns'],
  ])('has title, description and language versions: %s', async (path, language, file, german, english) => {
    const head = await getHead(path);
    const { title, description } = readHeadTexts(language, file);
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
  ])('is sent with status 404, noindex and a title for a path that does not exist: %s', async (path) => {
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
  ])('names the designer (language prefix "%s")', async (prefix, title) => {
    const bio = 'Röcke & "Hosen" <seit 2019>';
    const slug = `designer-${patternId}`;
    await shop.sql.rows(`update designers set bio = $2 where slug = $1`, [slug, { de: bio }]);
    const head = await getHead(`${prefix}/designers/${slug}`);
    expect(head).toMatchObject({
      status: 200,
      titles: [`${title} – Pattern Marketplace`],
      canonical: [`${PUBLIC}${prefix}/designers/${slug}`],
      meta: { description: bio },
    });
  });

  it.each(['', '/en'])('is sent with status 404 for an unknown designer (language prefix "%s")', async (prefix) => {
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
    'is missing while the data of %s… cannot be read: the status is 503, and the page still loads the shop',
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

  /** The screens that do not need the id of an existing pattern or designer. */
  const screens = listScreens().filter((path) => !['patterns/:id', 'designers/:slug'].includes(path));
  it.each(screens)('is sent with status 200 for the screen %s', async (screen) => {
    const path = screen.replace(/:\w+/g, 'x');
    for (const url of [`/${path}`, `/en/${path}`, `/${path.toUpperCase()}`, `/${path}/`]) {
      expect([url, (await getPath(url)).status]).toEqual([url, 200]);
    }
  });

  it('contains no host from the headers of the request', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    for (const path of [
      '/',
      `/patterns/${patternId}`,
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/robots.txt',
      `/meta/pattern/${patternId}`,
    ]) {
      expect((await getPath(path, headers)).text).not.toMatch(/evil\.example|gopher/);
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

describe('the URL of a page', () => {
  it.each([
    ['/EN/patterns?page=2', '/en/patterns?page=2'],
    ['/En', '/en'],
  ])('redirects from %s to %s', async (path, target) => {
    const { status, headers } = await getPath(path);
    expect([status, headers.location]).toEqual([301, target]);
  });

  it.each([
    ['/de', '/'],
    ['/de/patterns?page=2', '/patterns?page=2'],
    ['/DE/patterns', '/patterns'],
  ])('shows the German page if it has the prefix /de: %s is the same page as %s', async (prefixed, withoutPrefix) => {
    const english = { 'accept-language': 'en-GB,en' };
    const [page, germanPage] = await Promise.all([getPath(prefixed, english), getPath(withoutPrefix, english)]);
    expect(page).toMatchObject({ status: 200, text: germanPage.text });
    const address = PUBLIC + withoutPrefix.replace(/\?.*/, '');
    expect(page.text).toContain('<html lang="de"');
    expect(page.text).toContain(`rel="canonical" href="${address}"`);
    expect(page.text).toContain(`hreflang="de" href="${address}"`);
    expect(page.text).toContain(`hreflang="en" href="${PUBLIC}/en${withoutPrefix === '/' ? '' : '/patterns'}"`);
  });

  it.each(['/de//evil.example/x', '/de/\\evil.example'])('does not redirect to another host: %s', async (path) => {
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
});

describe('crawlers', () => {
  it('are kept from the API and the checkout by robots.txt, and from indexing personal pages by their heads', async () => {
    const { text, headers } = await getPath('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
    for (const path of ['/api/', '/checkout', '/en/checkout']) expect(text).toContain(`Disallow: ${path}\n`);
    for (const path of ['/profile', '/en/downloads', '/studio', '/admin', '/moderation', '/wishlist'])
      expect((await getHead(path)).meta).toEqual({ robots: 'noindex' });
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
