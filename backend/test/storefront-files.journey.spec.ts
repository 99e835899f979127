import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support/cruise.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { rawGet } from './support/raw-get.js';

let shop: OpenShop;
let root: string;
const getPath = (path: string) => rawGet(`http://127.0.0.1:${shop.config.port}${path}`);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/public'), root, { recursive: true });
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  shop = await openShop({ env: { STOREFRONT_DIR: root } });
});
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('files of the storefront', () => {
  it('are served, and a missing file gets a 404 instead of the page', async () => {
    const { status, text, headers } = await getPath('/locales/de/home.json');
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
      expect([path, (await getPath(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('the web app', () => {
  it('has the configured shop name in its manifest', async () => {
    const file = join(root, 'manifest.webmanifest');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name: 'As it was built' }));
    const { status, text, headers } = await getPath('/manifest.webmanifest');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    expect(JSON.parse(text)).toMatchObject({ name: shop.config.shopName, lang: 'de', start_url: '/' });
  });

  it('serves the icons of the manifest', async () => {
    const { icons } = JSON.parse((await getPath('/manifest.webmanifest')).text) as {
      icons: { src: string; type: string }[];
    };
    for (const { src, type } of icons) {
      const { status, headers } = await getPath(src);
      expect([src, status, headers['content-type']]).toEqual([src, 200, type]);
    }
  });

  it('serves its service worker as uncached JavaScript', async () => {
    const { status, headers } = await getPath('/service-worker.js');
    expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([200, 'no-cache', 'nosniff']);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });

  it('has an offline page that uses only cached files', async () => {
    const { status, text, headers } = await getPath('/offline.html');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    const worker = (await getPath('/service-worker.js')).text;
    for (const [, path] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) expect(worker).toContain(`'${path}'`);
    expect(text).not.toMatch(/<script>|<style|style=| on\w+=/);
  });
});
