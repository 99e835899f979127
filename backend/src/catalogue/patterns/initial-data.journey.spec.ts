import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { aPattern } from '../../../test/support/builders.js';
import { ROOT } from '../../../test/support/cruise.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { rawGet } from '../../../test/support/raw-get.js';
import { until } from '../../../test/support/settles.js';

const HOSTILE_TITLE = `Kleid </script><script>alert(1)</script> "quer" & 'hoch' $& $1 \u2028 <!-- 🪡`;
let shop: OpenShop;
let root: string;
let patternId: string;
const getPage = (path: string, headers?: Record<string, string>) =>
  rawGet(`http://127.0.0.1:${shop.config.port}${path}`, headers);
const unescapeHtml = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  shop = await openShop({ env: { STOREFRONT_DIR: root } });
  patternId = await aPattern().titled(HOSTILE_TITLE, 'A dress').in(shop);
});
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('initial data', () => {
  /** The embedded responses by URL, as JSON text. */
  const parseEmbedded = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<script type="application\/json" data-answer="([^"]*)">(.*?)<\/script>/g)].map(
        ([, url, json]) => [unescapeHtml(url!), json!],
      ),
    );
  const getEmbedded = async (path: string) => parseEmbedded((await getPage(path)).text);
  const getFromApi = async (url: string) => JSON.parse((await getPage(url)).text);
  const listEmbeddedUrls = async (path: string) =>
    Object.keys(await getEmbedded(path)).filter((url) => url !== '/config.json');

  it.each([
    ['/', '/api/patterns?sort=newest&limit=6&lang=de'],
    ['/en', '/api/patterns?sort=newest&limit=6&lang=en'],
    ['/patterns', '/api/patterns?sort=newest&page=1&limit=12&lang=de'],
    ['/en/patterns?utm_source=x&limit=4', '/api/patterns?sort=newest&page=1&limit=4&lang=en'],
    [
      '/patterns?category=Home+Decor&sort=price_asc&page=3',
      '/api/patterns?category=Home+Decor&sort=price_asc&page=3&limit=12&lang=de',
    ],
    ['/patterns?search=%20Kleid%20', '/api/patterns?search=Kleid&page=1&limit=12&lang=de'],
    ['/patterns?search=Kleid&sort=newest', '/api/patterns?search=Kleid&sort=newest&page=1&limit=12&lang=de'],
    ['/patterns?category=Hats&sort=random&page=-2&limit=x', '/api/patterns?sort=newest&page=1&limit=12&lang=de'],
  ])('contains, for %s, the settings and the response that the storefront would request', async (path, url) => {
    const data = await getEmbedded(path);
    expect(Object.keys(data)).toEqual(['/config.json', url]);
    expect(JSON.parse(data[url]!)).toEqual(await getFromApi(url));
    expect(JSON.parse(data['/config.json']!)).toEqual(await getFromApi('/config.json'));
  });

  it.each(['', '/en'])('contains, for %s/patterns/:id, the pattern, escaped for a script element', async (prefix) => {
    const url = `/api/patterns/${patternId}?lang=${prefix ? 'en' : 'de'}`;
    const { text } = await getPage(`${prefix}/patterns/${patternId}`);
    const json = parseEmbedded(text)[url]!;
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual(await getFromApi(url));
  });

  it('contains no API response on pages without public data, for unknown patterns and for long lists', async () => {
    for (const path of ['/help', '/downloads', '/patterns?limit=100', `/patterns/${uuidv7()}`, '/patterns/nonsense']) {
      expect([path, await listEmbeddedUrls(path)]).toEqual([path, []]);
    }
  });

  it('is the same for a signed-in user as for a visitor without a session', async () => {
    const signedUp = await fetch(`http://127.0.0.1:${shop.config.port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'lina@example.com', password: 'Nahtzugabe-15mm', username: 'lina', name: 'Lina' }),
    });
    const { data } = (await signedUp.json()) as { data: { accessToken: string } };
    expect(signedUp.status).toBe(201);
    const signedInPage = await getPage('/', {
      authorization: `Bearer ${data.accessToken}`,
      cookie: `token=${data.accessToken}`,
    });
    expect(signedInPage.text).toBe((await getPage('/')).text);
    expect(signedInPage.text).not.toContain('lina');
  });

  it('contains no API response while the query fails', async () => {
    await shop.owner.rows('alter table patterns rename column view_count to hidden_count');
    try {
      const { status, text } = await getPage('/patterns?category=Tops');
      expect(status).toBe(200);
      expect(Object.keys(parseEmbedded(text))).toEqual(['/config.json']);
    } finally {
      await shop.owner.rows('alter table patterns rename column hidden_count to view_count');
    }
    expect(await listEmbeddedUrls('/patterns?category=Tops')).toHaveLength(1);
  });

  it('is accompanied by preload links for the scripts, the styles and the first picture', async () => {
    const files = { scripts: ['assets/list-1.js'], styles: ['assets/list-1.css'] };
    writeFileSync(join(root, 'first-files.json'), JSON.stringify({ '/patterns/:id': { de: files, en: files } }));
    const file = join(root, 'index.html');
    utimesSync(file, new Date(), new Date(Date.now() + 9_000));
    await shop.sql.rows(`update patterns set preview_images = '["/media/a&b.webp", "/media/c.webp"]' where id = $1`, [
      patternId,
    ]);
    await until('the page shows the change', async () => {
      const { text } = await getPage(`/en/patterns/${patternId}`);
      return text.includes('<link rel="preload" as="image" fetchpriority="high" href="/media/a&amp;b.webp" />');
    });
    const { text } = await getPage(`/en/patterns/${patternId}`);
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js" />');
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css" />');
    expect((await getPage('/en')).text).not.toContain('list-1');
  });
});
