import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listScreens } from '../../../storefront/screens.js';
import { ROOT } from '../../test/support/cruise.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { parseHead } from '../../test/support/parse-head.js';
import { rawGet } from '../../test/support/raw-get.js';
import type { LegalText } from './legal.contract.js';
import { LEGAL_PAGES } from './legal-texts.js';

let shop: OpenShop;
let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'storefront-'));
  cpSync(join(ROOT, 'storefront/index.html'), join(root, 'index.html'));
  cpSync(join(ROOT, 'storefront/src/i18n/locales'), join(root, 'locales'), { recursive: true });
  writeFileSync(join(root, 'screens.json'), JSON.stringify(listScreens()));
  shop = await openShop({ env: { STOREFRONT_DIR: root } });
});
afterAll(async () => {
  await shop?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('GET /api/legal/:page', () => {
  it.each(LEGAL_PAGES)('returns the text %s with its version, in German by default and in English', async (page) => {
    const german = (await shop.http.get(`/api/legal/${page}`).expect(200)).body.data as LegalText;
    const english = (await shop.http.get(`/api/legal/${page}?lang=en`).expect(200)).body.data as LegalText;
    expect(german.version).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(english.version).toBe(german.version);
    expect(english.title).not.toBe(german.title);
    expect(german.sections.length).toBeGreaterThan(2);
    expect(JSON.stringify([german, english])).not.toMatch(/\{\{|undefined/);
  });

  it('names the seller, who sells in their own name', async () => {
    const { body } = await shop.http.get('/api/legal/terms').expect(200);
    const text = JSON.stringify(body);
    expect(text).toContain(shop.config.seller.name);
    expect(text).toContain('Wir verkaufen im eigenen Namen.');
    expect(text).toContain('Zustimmung deiner gesetzlichen Vertreter');
  });

  it('refuses an unknown page and an unknown language', async () => {
    const { body } = await shop.http.get('/api/legal/agb').expect(404);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('page must be one of') });
    await shop.http.get('/api/legal/__proto__').expect(404);
    await shop.http.get('/api/legal/terms?lang=fr').expect(400);
  });
});

describe('the HTML of a legal page', () => {
  it.each(LEGAL_PAGES)('has the title and description of the text, in both languages: %s', async (page) => {
    for (const [prefix, language] of [
      ['', 'de'],
      ['/en', 'en'],
    ]) {
      const { title, lead } = (await shop.http.get(`/api/legal/${page}?lang=${language}`)).body.data as LegalText;
      const head = parseHead(await rawGet(`http://127.0.0.1:${shop.config.port}${prefix}/${page}`));
      expect(head).toMatchObject({ status: 200, lang: language, meta: { description: lead } });
      expect(head.titles).toEqual([`${title} – ${shop.config.shopName}`]);
    }
  });

  it('contains the text, so that the storefront sends no request for it', async () => {
    const { text } = await rawGet(`http://127.0.0.1:${shop.config.port}/en/impressum`);
    expect(text).toContain('data-answer="/api/legal/impressum?lang=en"');
    expect(text).toContain(shop.config.seller.phone);
  });
});
