import { waitForResponse } from './support/wait-for-response.ts';
import { expectAccessible } from './support/accessibility.ts';
import { listPatterns, findFreePattern, findPatternWithPictures } from './support/catalogue-patterns.ts';
import { publishPattern } from './support/published-pattern.ts';
import { fetchAccessToken, DEMO_ADMIN, signInByApi, type Person, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';
import type { APIRequestContext, Page } from '@playwright/test';

test('a visitor moves through the pictures, enlarges one and closes the enlarged view with the keyboard', async ({
  page,
  request,
}) => {
  const { id, title } = await findPatternWithPictures(request);
  await page.goto(`/patterns/${id}`);
  const pictures = page.getByRole('region', { name: 'Bilder' });
  await pictures.getByRole('button', { name: 'Nächstes Bild' }).click();
  await expect(pictures.getByRole('status')).toContainText('Bild 2 von 3');
  await page.keyboard.press('ArrowRight');
  await expect(pictures.getByRole('button', { name: `${title}, Bild 3 von 3` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(pictures.getByRole('img', { name: `${title}, Bild 3 von 3` })).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(pictures.getByRole('status')).toContainText('Bild 1 von 3');

  const enlarge = pictures.getByRole('button', { name: 'Bild 1 vergrößern' });
  await enlarge.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: `${title}, große Bilder` });
  await expect(large).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(large.getByRole('status')).toHaveText('Bild 3 von 3');
  const fittedWidth = (await large.getByRole('img').boundingBox())!.width;
  await large.getByRole('button', { name: 'Vergrößern' }).click();
  await expect.poll(async () => (await large.getByRole('img').boundingBox())!.width).toBeGreaterThan(1.3 * fittedWidth);
  await expectAccessible(page, ['light', 'dark'], 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(pictures.getByRole('button', { name: 'Bild 3 vergrößern' })).toBeFocused();
});

test('a picture that fails to load is replaced by a drawing', async ({ page, request, browserErrors }) => {
  browserErrors.allow(/^failed GET \/media\//);
  const { id, title } = await findPatternWithPictures(request);
  await page.route('**/media/**', (route) => route.abort());
  await page.goto(`/patterns/${id}`);
  const first = page.getByRole('region', { name: 'Bilder' }).getByRole('img', { name: `${title}, Bild 1 von 3` });
  await expect(first).toHaveJSProperty('tagName', 'svg');
});

test('the heart button sends a visitor to the sign-in and then adds the pattern to the wishlist', async ({
  page,
  request,
}) => {
  const { id, title } = await findPatternWithPictures(request, 'en');
  const person = await registerPerson(request, 'en');
  await page.goto(`/en/patterns/${id}`);
  const heart = page.getByRole('button', { name: 'Save' });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(page).toHaveURL(/\/en\/login\?from=/);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(`/en/patterns/${id}`);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.getByText('This pattern is on your wishlist.').getByRole('link', { name: 'View wishlist' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await page.goBack();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await waitForResponse(page, 'DELETE', '/api/wishlist/', () => heart.click());
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(page.getByText('This pattern is on your wishlist.')).toHaveCount(0);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('a pattern that the buyer owns links to the downloads instead of the checkout', async ({ page, request }) => {
  const { id } = await findFreePattern(request);
  const person = await registerPerson(request);
  await signInByApi(page, person, `/patterns/${id}`);
  await expect(page.getByRole('link', { name: 'Kostenlos herunterladen' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const order = { pattern_id: id, buyer_email: person.email, consent: true, locale: 'de' };
  const headers = { Authorization: `Bearer ${token}` };
  expect((await request.post('/api/payments/create', { data: order, headers })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Gehört dir schon.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kostenlos herunterladen' })).toHaveCount(0);
  await page.getByRole('article').getByRole('link', { name: 'Zu meinen Einkäufen' }).click();
  await expect(page).toHaveURL('/downloads');
});

test('a signed-in user reports a pattern in an accessible dialog', async ({ page, request }) => {
  const { id } = await findPatternWithPictures(request);
  const person = await registerPerson(request);
  await signInByApi(page, person, `/patterns/${id}`);
  await page.getByRole('button', { name: 'Schnittmuster melden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schnittmuster melden' });
  await dialog.getByRole('button', { name: 'Meldung abschicken' }).click();
  await expect(dialog.getByText('Bitte wähle aus, worum es geht.')).toBeVisible();
  await expectAccessible(page, ['light', 'dark'], 'dialog[open]');
  await dialog.getByRole('radio', { name: 'Die Angaben führen in die Irre' }).check();
  await dialog.getByRole('textbox').fill('Auf dem Bild ist ein Kragen, im Schnitt keiner.');
  await dialog.getByRole('button', { name: 'Meldung abschicken' }).click();
  await expect(dialog.getByText('Danke. Deine Meldung ist angekommen')).toBeVisible();
  const report = { reason: 'misleading', text: 'Auf dem Bild ist ein Kragen, im Schnitt keiner.' };
  expect(await fetchOpenReports(request)).toContainEqual(expect.objectContaining({ pattern_id: id, ...report }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a reduced pattern shows the lowest price of 30 days, and the wishlist marks an unpublished pattern', async ({
  page,
  request,
  browserErrors,
}) => {
  test.slow();
  // The browser can report a view after the pattern is unpublished. The API then responds with 404.
  browserErrors.allow(/^404 POST \/api\/patterns\/[^/]+\/view$/);
  const pattern = await publishPattern(request, `Nadelkissen ${Date.now()}`);
  await signInByApi(page, await registerPerson(request), `/patterns/${pattern.id}`);
  await waitForResponse(page, 'POST', '/api/wishlist/', () => page.getByRole('button', { name: 'Merken' }).click());
  await expect(page.getByText('Steht auf deiner Merkliste.')).toBeVisible();
  await expect(page.getByText('Niedrigster Preis')).toHaveCount(0);
  await pattern.changePrice(990);
  // For a few seconds the browser can show a cached response.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Niedrigster Preis der letzten 30 Tage: 14,90 €')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await pattern.unpublish();

  await page.goto('/wishlist');
  const card = page.getByRole('article').filter({ hasText: pattern.title });
  await expect(card.getByText('Nicht mehr im Verkauf')).toBeVisible();
  await expect(card.getByRole('link')).toHaveCount(0);
  await card.getByRole('button', { name: `${pattern.title} entfernen` }).click();
  await expect(page.getByText(`„${pattern.title}“ steht nicht mehr auf deiner Merkliste.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);
});

test('the detail page shows the details of a pattern and contains metadata for search engines', async ({
  page,
  request,
}) => {
  const { id, title } = (await listPatterns(request)).find(({ price, tags }) => price > 0 && tags.length > 3)!;
  await page.goto(`/patterns/${id}`);
  await expect(page.getByText('inkl. MwSt.').first()).toBeVisible();
  for (const heading of ['Dateien', 'Was du brauchst', 'Das ist dabei', 'Digitaler Download', 'So druckst du']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'A4' })
      .getByText(/\d+ Seiten?, \d+ Blatt, \d+ (kB|MB)/),
  ).toBeVisible();
  await expect(page.getByText(/^Verkauft von .*, gewerblich\./)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} von .+ – `));
  const description = (await page.locator('meta[name="description"]').getAttribute('content'))!;
  expect(description.length).toBeLessThanOrEqual(155);
  expect(description.endsWith('...')).toBe(true);
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'product');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^https?:\/\/.+\/media\//);
});

/** Signs in with the form on the current page. */
async function submitSignIn(page: Page, { email, password }: Person): Promise<void> {
  const english = new URL(page.url()).pathname.startsWith('/en');
  await page
    .getByLabel(english ? /^Email address/ : /^E-Mail-Adresse/)
    .first()
    .fill(email);
  await page.getByLabel(english ? 'Password' : 'Passwort', { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: english ? 'Sign in' : 'Anmelden' })
    .click();
}

/** Fetches the first hundred open reports. */
async function fetchOpenReports(request: APIRequestContext): Promise<object[]> {
  const headers = { Authorization: `Bearer ${await fetchAccessToken(request, DEMO_ADMIN)}` };
  const response = await request.get('/api/moderation/reports?limit=100', { headers });
  return ((await response.json()) as { data: { reports: object[] } }).data.reports;
}
