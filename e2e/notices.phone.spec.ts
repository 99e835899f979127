import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { waitForMail } from './support/mailbox.ts';
import { createPersonData, DEMO_ADMIN, signInByApi } from './support/people.ts';
import { publishPattern } from './support/published-pattern.ts';
import { expect, test } from './support/shop-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const EXPLANATION = 'Seite 3 zeigt eine Zeichnung aus meinem Buch.';
const FACTS = 'Die Zeichnung auf Seite 3 steht im Buch auf Seite 12.';

const TEXTS = {
  de: {
    prefix: '',
    report: 'Schnittmuster melden',
    copyright: 'Es verletzt ein Urheberrecht',
    words: 'Warum gehört es nicht in den Shop?',
    name: 'Dein Name',
    email: 'Deine E-Mail-Adresse',
    goodFaith: /^Meine Angaben sind/,
    send: 'Meldung abschicken',
    missing: 'Bitte gib deinen Namen an.',
    thanks: /Das Zeichen deiner Meldung ist (NR-\d{4}-\d+)\./,
    receipt: /^Deine Meldung NR-.* ist angekommen$/,
    decided: /^Über deine Meldung NR-.* ist entschieden$/,
    next: 'Weiter',
    hide: (title: string) => `„${title}“ ausblenden`,
    ground: 'Grundlage',
    law: 'Gesetz',
    clause: 'Norm oder Klausel',
    facts: 'Tatsachen und Gründe',
    hidden: /^Ausgeblendet\./,
    statements: 'Entscheidungen der Moderation',
  },
  en: {
    prefix: '/en',
    report: 'Report this pattern',
    copyright: 'It infringes copyright',
    words: 'Why does it not belong in the shop?',
    name: 'Your name',
    email: 'Your email address',
    goodFaith: /^To the best of my knowledge/,
    send: 'Send report',
    missing: 'Please enter your name.',
    thanks: /The reference of your report is (NR-\d{4}-\d+)\./,
    receipt: /has received your report NR-/,
    decided: /has decided on your report NR-/,
    next: 'Next',
    hide: (title: string) => `Hide “${title}”`,
    ground: 'Ground',
    law: 'Law',
    clause: 'Provision or clause',
    facts: 'Facts and reasons',
    hidden: /^Hidden\./,
    statements: 'Decisions of our moderators',
  },
};
type Texts = (typeof TEXTS)['de'];

for (const language of ['de', 'en'] as const) {
  test(`a guest reports a pattern and gets mails with the receipt and the decision; the designer gets the reasons (${language})`, async ({
    page,
    request,
    browserErrors,
  }) => {
    test.setTimeout(180_000);
    browserErrors.allow(/^404 (GET|POST) (\/en)?(\/api)?\/patterns\//);
    const texts: Texts = TEXTS[language];
    const { id, title, seller } = await publishPattern(request, `Mappe ${Date.now()}`);
    const guest = createPersonData();

    await page.goto(`${texts.prefix}/patterns/${id}`);
    const reference = await report(page, texts, guest.email);
    const receipt = await waitForMail(request, guest.email, texts.receipt);
    expect(receipt.subject).toContain(reference);
    expect(receipt.text).toContain(`/${language}/patterns/${id}`);
    expect(receipt.text).not.toContain(title);

    await signInByApi(page, DEMO_ADMIN);
    await hide(page, texts, title);
    const decided = await waitForMail(request, guest.email, texts.decided);
    const statement = await waitForMail(request, seller.email, /ist ausgeblendet$/);
    for (const { text } of [decided, statement]) {
      expect(text).toContain(FACTS);
      expect(text).toContain('§ 97 UrhG');
      expect(text).toContain('Bundesnetzagentur');
    }
    expect(statement.text).not.toContain(guest.email);

    await page.goto(`${texts.prefix}/moderation?state=log&reference=${reference}`);
    await expect(page.getByText(FACTS)).toBeVisible();
    await expect(page.getByText(guest.email)).toBeVisible();
    await expectAccessible(page, ['light', 'dark']);

    await signInByApi(page, seller);
    await page.goto(`${texts.prefix}/studio/${id}`);
    const inStudio = page.getByRole('region', { name: texts.statements });
    await expect(inStudio.getByText(FACTS)).toBeVisible();
    await expect(inStudio.getByText('§ 97 UrhG')).toBeVisible();
    await expectAccessible(page, ['light', 'dark']);
  });
}

/** Sends a report as a guest, after an attempt without name and address. @returns the reference that the screen shows */
async function report(page: Page, texts: Texts, email: string): Promise<string> {
  await page.getByRole('button', { name: texts.report }).tap();
  const dialog = page.getByRole('dialog', { name: texts.report });
  await dialog.getByRole('radio', { name: texts.copyright }).check();
  await dialog.getByRole('textbox', { name: texts.words }).fill(EXPLANATION);
  await dialog.getByRole('checkbox', { name: texts.goodFaith }).check();
  await dialog.getByRole('button', { name: texts.send }).tap();
  await expect(dialog.getByText(texts.missing)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: texts.name })).toBeFocused();
  await expectAccessible(page, ['light', 'dark'], 'dialog[open]');
  await dialog.getByRole('textbox', { name: texts.name }).fill('Käthe Klägerin');
  await dialog.getByRole('textbox', { name: texts.email }).fill(email);
  await dialog.getByRole('button', { name: texts.send }).tap();
  const thanks = dialog.getByRole('status');
  await expect(thanks).toHaveText(texts.thanks);
  return texts.thanks.exec((await thanks.textContent())!)![1]!;
}

/** Hides the reported pattern as a moderator, and enters the ground and the facts of the decision. */
async function hide(page: Page, texts: Texts, title: string): Promise<void> {
  await page.goto(`${texts.prefix}/moderation`);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .first();
  // The oldest reports come first, so this report can be on a later page.
  const next = page.getByRole('link', { name: texts.next });
  await expect(async () => {
    if (!(await card.isVisible()) && (await next.isVisible())) await next.tap();
    await expect(card).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText('Käthe Klägerin')).toHaveCount(0);
  await card.getByRole('button', { name: texts.hide(title) }).tap();
  await expect(card.getByLabel(texts.ground)).toBeFocused();
  await expectAccessible(page, ['light']);
  await card.getByLabel(texts.ground).selectOption(texts.law);
  await card.getByRole('textbox', { name: texts.clause }).fill('§ 97 UrhG');
  await card.getByRole('textbox', { name: texts.facts }).fill(FACTS);
  await card.getByRole('button', { name: texts.hide(title) }).tap();
  await expect(card.getByText(texts.hidden)).toBeVisible();
}
