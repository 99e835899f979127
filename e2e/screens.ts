import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, request as requests, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startShop } from '../sandbox/start-shop.ts';
import { findBrowser } from './browser.ts';
import { Checkout } from './support/checkout.ts';
import { somethingToBuy } from './support/goods.ts';
import { DEMO_BUYER, signIn, somebodyKnown } from './support/people.ts';

// `npm run screens` takes a picture of every screen into .data/screens, for looking at them. With --docs it only
// renews docs/shop.png. BASE_URL names a running shop; without it one is started and its data kept for the next time.
const root = join(import.meta.dirname, '..');
const target = join(root, '.data/screens');
const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;
const languages = ['de', 'en'] as const;
const themes = ['light', 'dark'] as const;
const largestDocsPicture = 250_000;

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort(new Error('Interrupted.')));

const shop = process.env.BASE_URL
  ? undefined
  : await startShop({ dataDir: join(root, '.data/screens-shop'), port: 0, signal: interrupted.signal });
const baseURL = process.env.BASE_URL ?? shop?.urls.url;
const browser = await chromium.launch(await findBrowser());
try {
  if (process.argv.includes('--docs')) await docsPicture(browser);
  else await allScreens(browser);
} finally {
  await browser.close();
  await shop?.stop();
}
process.exit();

async function allScreens(chrome: Browser): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  for (const language of languages) {
    for (const [device, options] of Object.entries(devices)) {
      for (const colorScheme of themes) {
        interrupted.signal.throwIfAborted();
        const directory = join(target, `${language}-${device}-${colorScheme}`);
        mkdirSync(directory, { recursive: true });
        const context = await chrome.newContext({ ...options, baseURL, colorScheme, reducedMotion: 'reduce' });
        await screensOf(await context.newPage(), language, directory);
        await context.close();
        console.log(directory);
      }
    }
  }
}

async function screensOf(page: Page, language: 'de' | 'en', directory: string): Promise<void> {
  const api = await requests.newContext({ baseURL });
  const goods = await somethingToBuy(api, language);
  const local = (path: string) => (language === 'en' ? `/en${path === '/' ? '' : path}` : path);
  let number = 0;
  const take = async (name: string) => {
    number += 1;
    await settled(page);
    await page.screenshot({ path: join(directory, `${String(number).padStart(2, '0')}-${name}.png`), fullPage: true });
  };
  const open = async (name: string, path: string) => {
    await page.goto(local(path));
    await take(name);
  };
  await open('home', '/');
  await open('catalogue', '/patterns');
  await open('catalogue-filtered', '/patterns?search=leinen&category=Tops&sort=price_asc');
  await open('catalogue-empty', '/patterns?search=zzzz');
  await open('detail', `/patterns/${goods.id}`);
  await open('detail-missing', '/patterns/00000000-0000-7000-8000-000000000000');
  await open('login', '/login');
  await open('register', '/register');
  await page.locator('form button[type="submit"]').click();
  await take('register-problems');
  await open('verify-email', '/verify-email?token=broken');
  await open('terms', '/terms');
  await open('not-found', '/nowhere');

  await signIn(page, await somebodyKnown(api, language), local(`/checkout/${goods.id}`));
  const checkout = new Checkout(page, language);
  await take('checkout');
  await checkout.order.click();
  await take('checkout-problems');
  await checkout.pay('good');
  await page.getByRole('button', { name: /A4/ }).waitFor({ timeout: 60_000 });
  await take('order-ready');
  await open('checkout-owned', `/checkout/${goods.id}`);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, DEMO_BUYER, local('/downloads'));
  await take('downloads');
  await page.getByRole('tab').nth(1).click();
  await take('downloads-recent');
  await page.getByRole('button', { name: language === 'de' ? 'Menü von' : 'Menu of' }).click();
  await page.getByRole('menu').waitFor();
  await take('menu');
  await api.dispose();
}

/** Everything that the page still waits for has come, pictures far below the fold too. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
    window.scrollTo(0, 0);
  });
}

async function docsPicture(chrome: Browser): Promise<void> {
  const file = join(root, 'docs/shop.png');
  const page = await chrome.newPage({ baseURL, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto('/');
  await settled(page);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
  if (picture.length > largestDocsPicture) throw new Error(`docs/shop.png would have ${picture.length} bytes`);
  writeFileSync(file, picture);
  console.log(`${file}: ${picture.length} bytes`);
}
