import { expectAccessible } from './support/accessibility.ts';
import { DEMO_ADMIN, DEMO_BUYER, signInByApi, registerPerson } from './support/people.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an administrator opens the events of a purchase on the operations page', async ({ page }) => {
  await signInByApi(page, DEMO_ADMIN);
  await page.goto(`/admin?tab=purchases&status=paid&search=${encodeURIComponent(DEMO_BUYER.email)}`);
  await page
    .getByRole('button', { name: /^Einzelheiten zu PP-/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Ereignisse zu diesem Kauf' }).click();
  await expect(page).toHaveURL(/\/admin\/operations\?subject=[\da-f-]{36}#events$/);

  await expect(page.getByText(/^(Alles läuft|Der Shop läuft, aber etwas braucht Aufmerksamkeit)\.$/)).toBeVisible();
  const database = page.getByRole('region', { name: 'Technik' }).getByRole('listitem').filter({ hasText: 'Datenbank' });
  await expect(database.first()).toContainText(/antwortet in [\d.]+\sms/);
  await expect(page.getByRole('table', { name: 'Warteschlangen' }).getByRole('row')).toHaveCount(7);

  const events = page.getByRole('region', { name: 'Ereignisse' });
  const completed = events.getByRole('row').filter({ hasText: 'purchases.purchase-completed' });
  await expect(completed).toContainText('erledigt');
  await completed.getByRole('button', { name: 'Details: purchases.purchase-completed' }).click();
  const receipt = page.getByRole('listitem').filter({ hasText: 'send-receipt' }).filter({ hasText: 'eingereiht' });
  await expect(receipt).toContainText('erledigt');
  await expectAccessible(page, ['light', 'dark']);
});

test('a moderator cannot open the operations page', async ({ page, request, anotherVisitor }) => {
  const person = await registerPerson(request);
  await signInByApi(page, DEMO_ADMIN);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const headers = { Authorization: `Bearer ${token}` };
  const found = await request.get('/api/admin/users', { headers, params: { search: person.email } });
  const [{ id }] = ((await found.json()) as { data: { users: [{ id: string }] } }).data.users;
  const roleChange = await request.put(`/api/admin/users/${id}/role`, { headers, data: { role: 'moderator' } });
  expect(roleChange.ok()).toBe(true);

  const moderator = await anotherVisitor();
  await signInByApi(moderator, person);
  await moderator.goto('/admin/operations');
  await expect(moderator).toHaveURL('/');
});
