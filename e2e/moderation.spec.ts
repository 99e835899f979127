import { expectAccessible } from './support/accessibility.ts';
import { publishPattern } from './support/published-pattern.ts';
import { fetchAccessToken, DEMO_ADMIN, signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a moderator hides a reported pattern, shows it again, and does not see who reported it', async ({
  page,
  request,
  browserErrors,
}) => {
  test.setTimeout(120_000);
  browserErrors.allow(/^404 GET (\/api)?\/patterns\//);
  const { id, title } = await publishPattern(request, `Beutel ${Date.now()}`);
  const reporter = await registerPerson(request);
  const report = { reason: 'copyright', text: 'Das ist mein Beutel.', good_faith: true };
  const headers = { Authorization: `Bearer ${await fetchAccessToken(request, reporter)}` };
  expect((await request.post(`/api/patterns/${id}/report`, { data: report, headers })).status()).toBe(202);

  await signInByApi(page, DEMO_ADMIN);
  await page.goto('/moderation');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  // The oldest reports come first, so this report can be on a later page.
  const next = page.getByRole('link', { name: 'Weiter' });
  await expect(async () => {
    if (!(await card.isVisible()) && (await next.isVisible())) await next.click();
    await expect(card).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(card.getByText('Das ist mein Beutel.')).toBeVisible();
  await expect(page.getByText(reporter.username)).toHaveCount(0);
  await expectAccessible(page, ['light', 'dark']);

  await card.getByRole('button', { name: `„${title}“ ausblenden` }).click();
  await expect(card.getByLabel('Grundlage')).toBeFocused();
  await card.getByLabel('Grundlage').selectOption('Gesetz');
  await card.getByRole('textbox', { name: 'Norm oder Klausel' }).fill('§ 97 UrhG');
  await card.getByRole('textbox', { name: 'Tatsachen und Gründe' }).fill('Nachgezeichnet');
  await card.getByRole('button', { name: `„${title}“ ausblenden` }).click();
  await expect(card.getByText('Ausgeblendet. Wer es gekauft hat, behält es.')).toBeVisible();
  await expect.poll(async () => (await request.get(`/api/patterns/${id}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Entschieden' }).click();
  await card.getByRole('button', { name: `„${title}“ wieder einblenden` }).click();
  await card.getByRole('textbox', { name: 'Warum es wieder eingeblendet wird' }).fill('Eigene Zeichnung');
  await card.getByRole('button', { name: `„${title}“ wieder einblenden` }).click();
  await expect(card.getByText('Das Schnittmuster ist wieder eingeblendet.')).toBeVisible();
  await expect.poll(async () => (await request.get(`/api/patterns/${id}`)).status()).toBe(200);

  await page.goto(`/en/moderation?pattern=${id}`);
  const direct = page.getByRole('region', { name: 'Hide without a report' });
  await direct.getByLabel('Ground').selectOption('Terms of use');
  await direct.getByRole('textbox', { name: 'Provision or clause' }).fill('Section 7');
  await direct.getByRole('textbox', { name: 'Facts and reasons' }).fill('Checked once more');
  await direct.getByRole('button', { name: 'Hide' }).click();
  await expect(direct.getByText(`“${title}” is hidden.`)).toBeVisible();
  await page.reload();
  await direct.getByRole('button', { name: 'Unhide' }).click();
  await direct.getByRole('textbox', { name: 'Why it is no longer hidden' }).fill('Own drawing');
  await direct.getByRole('button', { name: 'Unhide' }).click();
  await expect(direct.getByText('The pattern is on sale again.')).toBeVisible();
});
