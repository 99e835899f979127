import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  request as requests,
} from '@playwright/test';
import { program } from 'commander';
import sharp from 'sharp';
import { startShop } from '../sandbox/start-shop.ts';
import { findBrowser } from './browser.ts';
import { fetchFirstOwnPatternId, PRIVATE_SCREENS, publicScreens } from './support/all-screens.ts';
import { Checkout } from './support/checkout.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { fetchAccessToken, DEMO_ADMIN, DEMO_BUYER, DEMO_DESIGNER, signIn, registerPerson } from './support/people.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, '.data/screens');
const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;
const languages = ['de', 'en'] as const;
const themes = ['light', 'dark', 'contrast'] as const;
const maxDocsPictureBytes = 250_000;
program
  .name('npm run screens --')
  .description('Writes a screenshot of every screen to .data/screens.')
  .argument('[filters...]', 'only screenshots that match each given language, device and theme, e.g. de phone')
  .option('--docs', 'only take the screenshot docs/shop.png')
  .addHelpText('after', '\nWithout BASE_URL, the URL of a running shop, the program starts a shop and keeps its data.')
  .addHelpText('after', '\nExit codes: 0 written, 1 failed.')
  .parse();
const filters = program.args;

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort(new Error('Interrupted.')));

const shop = process.env.BASE_URL
  ? undefined
  : await startShop({ dataDir: join(root, '.data/screens-shop'), port: 0, signal: interrupted.signal });
const baseURL = process.env.BASE_URL ?? shop?.urls.url;
const browser = await chromium.launch(await findBrowser());
try {
  if (program.opts().docs) await captureDocsPicture();
  else await captureAllScreens();
} finally {
  await browser.close();
  await shop?.stop();
}
process.exit();

async function captureAllScreens(): Promise<void> {
  const variants = languages.flatMap((language) =>
    Object.entries(devices).flatMap(([device, options]) =>
      themes.map((theme) => ({ language, device, options, theme, name: `${language}-${device}-${theme}` })),
    ),
  );
  for (const { language, options, theme, name } of variants) {
    if (!filters.every((word) => name.split('-').includes(word))) continue;
    interrupted.signal.throwIfAborted();
    const directory = join(target, name);
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const colorScheme = theme === 'dark' ? 'dark' : 'light';
    const context = await browser.newContext({ ...options, baseURL, colorScheme, reducedMotion: 'reduce' });
    if (theme === 'contrast') await context.addInitScript(preferContrast);
    await captureScreens(await context.newPage(), language, directory);
    await context.close();
    console.log(directory);
  }
}

function preferContrast(): void {
  const accessibility = { reducedMotion: true, highContrast: true, fontSize: 'medium' };
  const metadata = { version: 1, lastUpdated: new Date().toISOString(), source: 'user' };
  localStorage.setItem('user_preferences', JSON.stringify({ preferences: { accessibility }, metadata }));
}

interface Camera {
  page: Page;
  api: APIRequestContext;
  language: 'de' | 'en';
  patternId: string;
  /** @returns the path with the prefix of the language */
  localPath(path: string): string;
  /** Takes a screenshot of the current screen. */
  capture(name: string): Promise<void>;
  /** Opens a path and takes a screenshot. */
  open(name: string, path: string): Promise<void>;
}

async function captureScreens(page: Page, language: 'de' | 'en', directory: string): Promise<void> {
  const api = await requests.newContext({ baseURL });
  const { id: patternId } = await findPaidPattern(api, language);
  const localPath = (path: string) => (language === 'en' ? `/en${path === '/' ? '' : path}` : path);
  let number = 0;
  const capture = async (name: string) => {
    number += 1;
    await waitUntilLoaded(page);
    await page.screenshot({ path: join(directory, `${String(number).padStart(2, '0')}-${name}.png`), fullPage: true });
  };
  const open = async (name: string, path: string) => {
    await page.goto(localPath(path));
    await capture(name);
  };
  const camera = { page, api, language, patternId, localPath, capture, open };
  for (const [name, path] of Object.entries(publicScreens(patternId))) await open(name, path);
  await captureOrder(camera);
  await capturePrivateScreens(camera);
  await api.dispose();
}

/** Registers a buyer, who orders a pattern and withdraws from the order. */
async function captureOrder({ page, api, language, patternId, localPath, capture, open }: Camera): Promise<void> {
  await page.goto(localPath('/register'));
  await page.locator('form button[type="submit"]').first().click();
  await capture('register-problems');

  await signIn(page, await registerPerson(api, language), localPath(`/checkout/${patternId}`));
  const checkout = new Checkout(page, language);
  await capture('checkout');
  await checkout.order.click();
  await capture('checkout-problems');
  await checkout.pay('accepted');
  await page.getByRole('button', { name: /A4/ }).first().waitFor({ timeout: 60_000 });
  await capture('order-ready');
  await open('checkout-owned', `/checkout/${patternId}`);
  await open('unverified', '/studio');
  await open('wishlist-empty', '/wishlist');
  await open('withdraw-own', '/withdraw');
  await page.locator('form button[type="submit"]').first().click();
  await capture('withdraw-confirm');
  await page.getByRole('button', { name: language === 'de' ? 'Widerruf bestätigen' : 'Confirm withdrawal' }).click();
  await capture('withdraw-done');
  await api.post('/api/withdrawals', {
    data: { name: 'Grete Gast', email: 'grete@example.org', order_number: 'Sommerkleid Lina', locale: language },
  });
}

async function capturePrivateScreens(camera: Camera): Promise<void> {
  const { page, api, language, patternId, localPath, capture, open } = camera;
  for (const { person, screens } of PRIVATE_SCREENS) {
    await page.evaluate(() => {
      for (const name of ['access_token', 'refresh_token', 'token_expires_at', 'auth_token']) {
        localStorage.removeItem(name);
      }
    });
    await signIn(page, person, localPath('/profile'));
    if (person === DEMO_BUYER) {
      const headers = { Authorization: `Bearer ${await fetchAccessToken(api, person)}` };
      await api.post(`/api/wishlist/${patternId}`, { headers });
    }
    for (const [name, path] of Object.entries(screens)) await open(name, path);
    if (person === DEMO_DESIGNER) await open('studio-pattern', `/studio/${await fetchFirstOwnPatternId(api, person)}`);
    if (person === DEMO_ADMIN) {
      await page.goto(localPath('/admin?tab=withdrawals'));
      await page
        .getByRole('button', { name: language === 'de' ? /entscheiden/i : /decide/i })
        .first()
        .click();
      await capture('admin-withdrawal-decision');
    }
  }
  await page.goto(localPath('/downloads'));
  await page.getByRole('tab').nth(1).click();
  await capture('downloads-recent');
  await page.getByRole('button', { name: language === 'de' ? 'Menü von' : /’s menu$/ }).click();
  await capture('menu');
}

/** Waits until the page and all its pictures have loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    // The page loads a picture only when the picture is in view.
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
    window.scrollTo(0, 0);
  });
}

async function captureDocsPicture(): Promise<void> {
  const file = join(root, 'docs/shop.png');
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto('/');
  await waitUntilLoaded(page);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
  if (picture.length > maxDocsPictureBytes) throw new Error(`docs/shop.png is too large: ${picture.length} bytes`);
  writeFileSync(file, picture);
  console.log(`${file}: ${picture.length} bytes`);
}
