import { networkInterfaces } from 'node:os';
import { findBrowser } from './browser.ts';
import { Checkout } from './support/checkout.ts';
import { waitForDownload, readPdf } from './support/download.ts';
import { findPaidPattern } from './support/catalogue-patterns.ts';
import { signIn, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const { args } = await findBrowser();
/** The host name for a machine without network address. Over HTTP, neither this name nor an IP address is secure. */
const NAME = 'shop.in-the-network.example';
const HOST =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? NAME;

/** The origins of all requests of the browser context. */
const origins = new Set<string>();

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] }),
});
test.use({
  baseURL: async ({ baseURL }, use) => {
    const url = new URL(baseURL!);
    // If BASE_URL names a shop under another host name, that shop can refuse requests to HOST.
    if (url.hostname === 'localhost') url.hostname = HOST;
    await use(url.origin);
  },
});
test.beforeEach(({ context }) => {
  origins.clear();
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
});

for (const card of ['accepted', 'threeDSecure'] as const) {
  test(`a phone in the same network pays with a card that ${card === 'accepted' ? 'needs no confirmation' : 'requires 3-D Secure'} and downloads the file`, async ({
    page,
    request,
    baseURL,
    browserErrors,
  }) => {
    // The browser ignores the header and logs an error, because the phone reaches the shop over plain HTTP.
    browserErrors.allow(/Cross-Origin-Opener-Policy header has been ignored/);
    const person = await registerPerson(request);
    const { id, title } = await findPaidPattern(request);
    await signIn(page, person, `/patterns/${id}`);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Testpostfach' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Kaufen' }).click();
    const checkout = new Checkout(page);
    await checkout.waiver.check();
    await checkout.pay(card);
    if (card === 'threeDSecure') await page.getByRole('button', { name: 'Prüfung bestehen', exact: true }).click();

    await expect(page.getByText('Deine Dateien sind bereit.')).toBeVisible({ timeout: 45_000 });
    const download = await waitForDownload(page, () =>
      page.getByRole('button', { name: /^A4-Datei herunterladen/ }).click(),
    );
    const pdf = await readPdf(download);
    for (const text of pdf.pages) expect(text).toContain(person.email);
    expect(new URL(download.url()).origin).toBe(baseURL);
    expect([...origins]).toEqual([baseURL]);
  });
}
