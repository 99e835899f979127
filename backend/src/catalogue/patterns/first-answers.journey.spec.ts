import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { aPattern } from '../../../test/support/builders.js';
import { ROOT } from '../../../test/support/cruise.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { rawGet } from '../../../test/support/raw-get.js';
import { until } from '../../../test/support/settles.js';

const NASTY = `Kleid </script><script>alert(1)</script> "quer" & 'hoch' $& $1 \u2028 <!-- 🪡`;
let shop: OpenShop;
let root: string;
let pattern: string;
const at = (path: string, headers?: Record<string, string>) =>
  rawGet(`http://127.0.0.1:${shop.config.port}${path}`, headers);
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  shop = await openShop({ env: { STOREFRONT_DIR: root } });
  pattern = await aPattern().titled(NASTY, 'A dress').in(shop);
});
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the first answer in a page', () => {
  /** What the storefront finds there, by address, as JSON text. */
  const answersIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<script type="application\/json" data-answer="([^"]*)">(.*?)<\/script>/g)].map(
        ([, address, json]) => [unescaped(address!), json!],
      ),
    );
  const answersAt = async (path: string) => answersIn((await at(path)).text);
  const fromApi = async (address: string) => JSON.parse((await at(address)).text);
  const questionsAt = async (path: string) =>
    Object.keys(await answersAt(path)).filter((one) => one !== '/config.json');

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
  ])('%s is the one that the storefront would ask for', async (path, question) => {
    const answers = await answersAt(path);
    expect(Object.keys(answers)).toEqual(['/config.json', question]);
    expect(JSON.parse(answers[question]!)).toEqual(await fromApi(question));
    expect(JSON.parse(answers['/config.json']!)).toEqual(await fromApi('/config.json'));
  });

  it.each(['', '/en'])('under "%s" is the pattern itself, out of which nothing gets', async (prefix) => {
    const question = `/api/patterns/${pattern}?lang=${prefix ? 'en' : 'de'}`;
    const { text } = await at(`${prefix}/patterns/${pattern}`);
    const json = answersIn(text)[question]!;
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual(await fromApi(question));
  });

  it('is not there where visitors share none, nor in a long list', async () => {
    for (const path of ['/terms', '/downloads', '/patterns?limit=100', `/patterns/${uuidv7()}`, '/patterns/nonsense']) {
      expect([path, await questionsAt(path)]).toEqual([path, []]);
    }
  });

  it('knows nobody: whoever is signed in gets the same page as everybody', async () => {
    const signedUp = await fetch(`http://127.0.0.1:${shop.config.port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'lina@example.com', password: 'Nahtzugabe-15mm', username: 'lina', name: 'Lina' }),
    });
    const { data } = (await signedUp.json()) as { data: { accessToken: string } };
    expect(signedUp.status).toBe(201);
    const mine = await at('/', { authorization: `Bearer ${data.accessToken}`, cookie: `token=${data.accessToken}` });
    expect(mine.text).toBe((await at('/')).text);
    expect(mine.text).not.toContain('lina');
  });

  it('may be missing when it cannot be read, and is back as soon as it can', async () => {
    await shop.owner.rows('alter table patterns rename column view_count to hidden_count');
    try {
      const { status, text } = await at('/patterns?category=Tops');
      expect(status).toBe(200);
      expect(Object.keys(answersIn(text))).toEqual(['/config.json']);
    } finally {
      await shop.owner.rows('alter table patterns rename column hidden_count to view_count');
    }
    expect(await questionsAt('/patterns?category=Tops')).toHaveLength(1);
  });

  it('comes with the names of the files that show it, and of the first picture', async () => {
    const files = { scripts: ['assets/list-1.js'], styles: ['assets/list-1.css'] };
    writeFileSync(join(root, 'first-files.json'), JSON.stringify({ '/patterns/:id': { de: files, en: files } }));
    const file = join(root, 'index.html');
    utimesSync(file, new Date(), new Date(Date.now() + 9_000));
    await shop.sql.rows(`update patterns set preview_images = '["/media/a&b.webp", "/media/c.webp"]' where id = $1`, [
      pattern,
    ]);
    await until('the change is heard of', async () => {
      const { text } = await at(`/en/patterns/${pattern}`);
      return text.includes('<link rel="preload" as="image" fetchpriority="high" href="/media/a&amp;b.webp" />');
    });
    const { text } = await at(`/en/patterns/${pattern}`);
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js" />');
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css" />');
    expect((await at('/en')).text).not.toContain('list-1');
  });
});
