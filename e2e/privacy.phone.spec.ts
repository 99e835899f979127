import type { Page } from '@playwright/test';
import { signIn, createPersonData, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

test('the privacy tab and the privacy policy fit on a phone 320 pixels wide', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^404 GET \/api\/gdpr\/export\/status$/);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, await registerPerson(request), '/profile?tab=privacy');
  const news = page.getByRole('button', { name: /Neuigkeiten per E-Mail$/ });
  await news.tap();
  await expect(news).toHaveText('Widerrufen');
  await page.getByText('Verlauf (1)').tap();
  await page.getByRole('button', { name: 'Konto löschen …' }).tap();
  await expect(page.getByLabel('Dein Passwort')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.getByRole('main').getByRole('link', { name: 'Datenschutzerklärung' }).tap();
  await expect(page.getByRole('heading', { name: 'Deine Rechte' })).toBeAttached();
  await expectNoHorizontalScroll(page);
});

test('the newsletter form fits on a phone 320 pixels wide and has large tap targets', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/en/terms');
  const footer = page.getByRole('contentinfo');
  const field = footer.getByLabel('Your email address');
  const subscribe = footer.getByRole('button', { name: 'Subscribe' });
  for (const target of [field, subscribe]) {
    const box = (await target.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
  }
  const initialHeight = (await footer.boundingBox())!.height;
  await field.fill(createPersonData().email);
  await subscribe.tap();
  await expect(footer.getByRole('status')).toContainText('Almost done');
  expect((await footer.boundingBox())!.height).toBe(initialHeight);
  await expectNoHorizontalScroll(page);
});
