import { expectAccessible } from './support/accessibility.ts';
import { findLink, waitForMail } from './support/mailbox.ts';
import { createPersonData } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

const pathFrom = (link: string) => new URL(link).pathname + new URL(link).search;

test('a visitor subscribes in the footer, and only the buttons on the linked pages confirm and cancel the subscription', async ({
  page,
  request,
}) => {
  const { email } = createPersonData();
  const postedPaths: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (sent.method() === 'POST' && pathname.startsWith('/api/newsletter/')) postedPaths.push(pathname);
  });
  await page.goto('/terms');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Ja, schickt mir per E-Mail Neues über Schnittmuster')).toBeVisible();
  await footer.getByLabel('Deine E-Mail-Adresse').fill(email);
  await footer.getByRole('button', { name: 'Eintragen' }).click();
  await expect(footer.getByRole('status').filter({ hasText: 'Fast geschafft' })).toBeVisible();

  const confirmation = await waitForMail(request, email, /Bestätige deine Anmeldung/);
  await page.goto(pathFrom(findLink(confirmation, '/newsletter/confirm')));
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter bestellen?' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  expect(postedPaths).toEqual(['/api/newsletter/subscribe']);
  await page.getByRole('main').getByRole('button', { name: 'Newsletter bestellen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deine Anmeldung ist bestätigt' })).toBeVisible();

  const unsubscribe = pathFrom(findLink(await waitForMail(request, email, /Willkommen/), '/newsletter/unsubscribe'));
  for (const _ of ['first click', 'second click']) {
    postedPaths.length = 0;
    await page.goto(unsubscribe);
    await expect(page.getByRole('heading', { level: 1, name: 'Newsletter abbestellen?' })).toBeVisible();
    expect(postedPaths).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Newsletter abbestellen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Du hast den Newsletter abbestellt' })).toBeVisible();
  }
});

test('the newsletter form refuses an invalid address, shows the same text for every valid address, and keeps its height', async ({
  page,
}) => {
  const { email } = createPersonData();
  await page.goto('/en/terms');
  const footer = page.getByRole('contentinfo');
  const field = footer.getByLabel('Your email address');
  const subscribe = footer.getByRole('button', { name: 'Subscribe' });
  const measureHeight = async () => (await footer.boundingBox())!.height;
  const initialHeight = await measureHeight();
  for (const wrong of ['', 'unknown', 'a@example.com, b@example.com']) {
    await field.fill(wrong);
    await subscribe.click();
    await expect(footer.getByRole('alert')).toHaveText(
      'Please enter a valid email address, for example name@example.com.',
    );
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/valid email address/);
  }
  expect(await measureHeight()).toBe(initialHeight);
  await expectAccessible(page, ['light', 'dark', 'contrast']);
  for (const _ of ['new address', 'known address']) {
    await field.fill(email);
    await field.press('Enter');
    await expect(footer.getByRole('status')).toHaveText(
      'Almost done: please click the link in our email. No email? If you already subscribe, we will not send another; otherwise try again in an hour.',
    );
    await expect(field).toHaveValue('');
    await expect(footer.getByRole('alert')).toHaveCount(0);
  }
  expect(await measureHeight()).toBe(initialHeight);
});

test('a newsletter link with a wrong, incomplete or missing token shows an error', async ({ page, browserErrors }) => {
  browserErrors.allow(/^400 POST \/api\/newsletter\/confirm$/);
  await page.goto(`/en/newsletter/confirm?token=${'x'.repeat(43)}`);
  await page.getByRole('main').getByRole('button', { name: 'Subscribe to the newsletter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
  await page.goto('/en/newsletter/unsubscribe?token=broken');
  await expect(page.getByText('Please open the link in the latest issue again')).toBeVisible();
  await page.goto('/en/newsletter/unsubscribe');
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.goto('/en/newsletter/elsewhere');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
