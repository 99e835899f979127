import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { signInByApi } from './support/people.ts';
import {
  createPdf,
  loadPicture,
  createLockedPdf,
  createInvalidPdf,
  createPdfWithComment,
  registerVerifiedPerson,
} from './support/sellers.ts';
import { expect, test } from './support/shop-test.ts';

/** Creates a title that no other test uses. */
const createTitle = () => `Kittel ${randomUUID().replace(/[^a-z]/g, '')}`;
const fileInput = (page: Page, label: string | RegExp) => page.locator('input[type=file]').and(page.getByLabel(label));
const fileSlot = (page: Page, kind: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: kind, exact: true }) });
/** The check of an upload can take 30 seconds. */
const uploadCheck = { timeout: 30_000 };

/** Fills in the required fields of a new pattern and saves the draft. */
async function saveDraft(page: Page, title: string): Promise<void> {
  await page.goto('/studio/new');
  const german = page.getByRole('tabpanel', { name: 'Deutsch' });
  await german.getByLabel('Titel').fill(title);
  await german.getByLabel('Beschreibung').fill('Ein weiter Kittel mit zwei Taschen, für feste Baumwolle.');
  await page.getByLabel('Kategorie').selectOption({ label: 'Oberteile' });
  await page.getByLabel('Schwierigkeit').selectOption({ label: 'Einstieg' });
  await page.getByLabel('Preis').fill('12,90');
  await page.getByRole('button', { name: 'Entwurf speichern' }).click();
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
}

test('a designer creates, publishes, changes and unpublishes a pattern', async ({ page, request }) => {
  const title = createTitle();
  await signInByApi(page, await registerVerifiedPerson(request), '/studio');
  await expect(page.getByRole('heading', { name: 'Hier beginnt dein erstes Schnittmuster' })).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('link', { name: 'Neues Schnittmuster' }).click();

  await page.getByRole('button', { name: 'Entwurf speichern' }).click();
  await expect(page.getByText('5 Angaben stimmen noch nicht')).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Deutsch' }).getByLabel('Titel')).toBeFocused();
  await expectAccessible(page, ['light', 'dark']);

  await saveDraft(page, title);
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Speichern', exact: true })).toBeFocused();
  const publish = page.getByRole('button', { name: 'Veröffentlichen' });
  await expect(publish).toBeDisabled();

  await fileInput(page, 'PDF wählen für A4').setInputFiles(await createPdf('Kittel – A4.pdf'));
  await fileInput(page, 'Bilder wählen').setInputFiles([
    await loadPicture('vorn.png'),
    await loadPicture('hinten.png'),
  ]);
  await expect(fileSlot(page, 'A4')).toContainText('Die Datei ist geprüft und kann verkauft werden.', uploadCheck);
  await expect(fileSlot(page, 'A4')).toContainText('3 Seiten, 3 Blatt, 210 × 297 mm');
  await expect(page.getByRole('img', { name: `${title}, Bild 2 von 2` })).toBeVisible(uploadCheck);
  await expectAccessible(page, ['light', 'dark']);

  await publish.click();
  await expect(page.getByText('Dein Schnittmuster ist im Shop.')).toBeVisible();
  const studioUrl = page.url();
  await page.goto(`/patterns?search=${title.split(' ')[1]}`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  await page.goto(studioUrl);
  await page.getByLabel('Preis').fill('9.5');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Im Shop ansehen' }).click();
  await expect(page.getByText('9,50 €').first()).toBeVisible();

  await page.goto(studioUrl);
  await page.getByRole('button', { name: 'Aus dem Verkauf nehmen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aus dem Verkauf nehmen' }).click();
  await expect(page.getByText('Dein Schnittmuster ist nicht mehr im Shop.')).toBeVisible();
  await page.getByRole('link', { name: 'Meine Schnittmuster' }).first().click();
  await expect(page.getByRole('article', { name: title })).toContainText('Nicht im Verkauf');
});

test('the studio shows why a file is rejected, a changed file waits for approval, and a failed upload can be retried', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/^failed POST \//, /^console: .*net::ERR_FAILED/);
  await signInByApi(page, await registerVerifiedPerson(request), '/studio/new');
  await saveDraft(page, createTitle());

  await fileInput(page, 'PDF wählen für US Letter').setInputFiles(createInvalidPdf('Brief.pdf'));
  await expect(fileSlot(page, 'US Letter')).toContainText('Das ist keine PDF-Datei.', uploadCheck);
  await fileInput(page, 'PDF wählen für A0').setInputFiles(await createLockedPdf('Gesperrt.pdf'));
  await expect(fileSlot(page, 'A0')).toContainText('mit einem Passwort geschützt', uploadCheck);
  await fileInput(page, 'PDF wählen für Anleitung').setInputFiles(await createPdfWithComment('Anleitung.pdf'));
  const manual = fileSlot(page, 'Anleitung');
  await expect(manual).toContainText(
    'Anmerkungen wurden entfernt; Links und Formularfelder sind noch da.',
    uploadCheck,
  );
  await expect(manual.getByRole('link', { name: 'Vorschau ansehen' })).toHaveAttribute('href', /^http/);
  await manual.getByRole('button', { name: 'Passt so, in den Verkauf' }).click();
  await expect(manual).toContainText('kann verkauft werden');

  const isStorage = (url: URL) => !url.pathname.startsWith('/api/');
  await page.route(isStorage, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await fileInput(page, 'PDF wählen für A4').setInputFiles(await createPdf('Kittel – A4.pdf'));
  const main = fileSlot(page, 'A4');
  await expect(main.getByRole('alert')).toContainText('„Kittel – A4.pdf“ ist nicht angekommen');
  await page.unroute(isStorage);
  await main.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(main).toContainText('kann verkauft werden', uploadCheck);

  await fileInput(page, 'Neue Version für A4').setInputFiles(await createPdf('Kittel – A4 neu.pdf', { pages: 4 }));
  await main.getByRole('button', { name: 'Version hochladen' }).click();
  await expect(main.getByLabel('Was ist neu?')).toBeFocused();
  await main.getByLabel('Was ist neu?').fill('Ärmellänge in Größe 44 berichtigt.');
  await main.getByRole('button', { name: 'Version hochladen' }).click();
  await expect(main).toContainText('4 Seiten, 4 Blatt', uploadCheck);
  await expect(main).toContainText('Neu: Ärmellänge in Größe 44 berichtigt.');
});

test('a file with a page that is too small for the mark is rejected, and the reason is shown in both languages', async ({
  page,
  request,
}) => {
  await signInByApi(page, await registerVerifiedPerson(request), '/studio/new');
  await saveDraft(page, createTitle());
  await fileInput(page, 'PDF wählen für A4').setInputFiles(await createPdf('Band.pdf', { pages: 1, size: [300, 9] }));
  await expect(fileSlot(page, 'A4')).toContainText(
    'Eine Seite ist schmaler oder niedriger als 10 Punkt (3,5 mm).',
    uploadCheck,
  );
  await expect(fileSlot(page, 'A4')).toContainText(
    'Darauf hat der Kaufvermerk keinen Platz. Prüfe bitte das Seitenformat.',
  );
  await expect(page.getByRole('button', { name: 'Veröffentlichen' })).toBeDisabled();

  await page.goto(`/en${new URL(page.url()).pathname}`);
  await expect(fileSlot(page, 'A4')).toContainText('A page is narrower or lower than 10 points (3.5 mm)');
  await expect(fileSlot(page, 'A4')).toContainText('leaves no room for the purchase mark. Please check the page size.');
});

test('unsaved text survives a cancelled navigation and a reload', async ({ page, request }) => {
  await signInByApi(page, await registerVerifiedPerson(request, 'en'), '/en/studio/new');
  const english = page.getByRole('tabpanel', { name: 'English' });
  await english.getByLabel('Title').fill('Work smock');
  await page.getByRole('link', { name: 'My patterns' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused();
  await expectAccessible(page, ['light', 'dark'], 'dialog');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(english.getByLabel('Title')).toHaveValue('Work smock');

  await page.reload();
  await expect(page.getByText('You had not saved these entries yet.')).toBeVisible();
  await expect(english.getByLabel('Title')).toHaveValue('Work smock');
  await page.getByRole('link', { name: 'My patterns' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/en/studio');
});

test('a designer edits the profile before creating a pattern', async ({ page, request }) => {
  await signInByApi(page, await registerVerifiedPerson(request), '/studio');
  await page.getByRole('button', { name: 'Profil bearbeiten' }).click();
  await page.getByLabel('Name oder Label').fill('Atelier Kreidestrich');
  await page.getByLabel('Über dich, auf Deutsch').fill('Wir zeichnen Arbeitskleidung.');
  await page.getByRole('button', { name: 'Profil speichern' }).click();
  await expect(page.getByText('Dein Profil ist gespeichert.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Atelier Kreidestrich' })).toBeVisible();
  await expect(page.getByText('Wir zeichnen Arbeitskleidung.')).toBeVisible();
});
