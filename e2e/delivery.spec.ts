import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { Checkout } from './support/checkout.ts';
import { waitForMail } from './support/mailbox.ts';
import { type Person, registerPerson, signInByApi } from './support/people.ts';
import { type ShopWithoutDemo, useShopWithoutDemo } from './support/shop-without-demo.ts';
import { expect, test as base } from './support/shop-test.ts';

const TEXTS = {
  de: {
    prefix: '',
    country: 'Land',
    germany: 'Deutschland',
    norway: 'Norwegen',
    notServed: 'In dieses Land verkaufen wir nicht.',
    when: 'Bitte wähle, wann du die Dateien möchtest.',
    now: /^Jetzt herunterladen/,
    later: /^Nach der Widerrufsfrist, ab dem /,
    waiting: /^Bezahlt\. Ab dem .* machen wir deine Dateien fertig/,
    ready: 'Deine Dateien sind bereit.',
    order: /^Deine Bestellung/,
    waitingInMail: 'machen wir deine Dateien fertig',
    confirmation: 'Bestellbestätigung',
    withdrawable: /^Du kannst diesen Kauf bis einschließlich .* widerrufen/,
    waived: /Damit ist dein Widerrufsrecht erloschen\./,
    withdraw: 'Vertrag widerrufen',
    confirm: 'Widerruf bestätigen',
    received: 'Dein Widerruf ist eingegangen',
    receipt: /Dein Widerruf .* ist eingegangen/,
    refund: /^Erstattung zu deiner Bestellung/,
    refunded: 'erstattet',
  },
  en: {
    prefix: '/en',
    country: 'Country',
    germany: 'Germany',
    norway: 'Norway',
    notServed: 'We do not sell to this country.',
    when: 'Please choose when you would like the files.',
    now: /^Download now/,
    later: /^After the withdrawal period, from /,
    waiting: /^Paid\. From .* on, we prepare your files/,
    ready: 'Your files are ready.',
    order: /^Your order/,
    waitingInMail: 'we prepare your files',
    confirmation: 'Order confirmation',
    withdrawable: /^You can withdraw from this purchase up to and including /,
    waived: /Your right of withdrawal has therefore ended\./,
    withdraw: 'Withdraw from contract',
    confirm: 'Confirm withdrawal',
    received: 'We have received your withdrawal',
    receipt: /has received your withdrawal/,
    refund: /^Refund/,
    refunded: 'refunded',
  },
} as const;

type Language = keyof typeof TEXTS;

const WIDTHS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 900 } },
};

interface Shops {
  atOnce: ShopWithoutDemo;
  later: ShopWithoutDemo;
}

const settings = (delivery: string) => ({ DELIVERY_WITHOUT_WAIVER: delivery, COUNTRIES: 'DE,AT' });
const test = base.extend<{}, Shops>({
  atOnce: [async ({}, use) => useShopWithoutDemo(settings('at-once'), use), { scope: 'worker', timeout: 120_000 }],
  later: [async ({}, use) => useShopWithoutDemo(settings('after-14-days'), use), { scope: 'worker', timeout: 120_000 }],
});
// All tests run in one worker, because each worker starts its own shops.
test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A new buyer signs in and opens the checkout of the shop's pattern. */
async function openCheckout(page: Page, { pattern }: ShopWithoutDemo, language: Language): Promise<Person> {
  const buyer = await registerPerson(page.request, language);
  await signInByApi(page, buyer, `${TEXTS[language].prefix}/checkout/${pattern.id}`);
  await page.getByLabel(TEXTS[language].country, { exact: true }).selectOption({ label: TEXTS[language].germany });
  return buyer;
}

/** Withdraws from the buyer's only order, with the link in the order confirmation on the page of the purchases. */
async function withdraw(page: Page, language: Language): Promise<void> {
  const texts = TEXTS[language];
  await page.goto(`${texts.prefix}/downloads`);
  await page.getByText(texts.confirmation, { exact: true }).click();
  await expect(page.getByText(texts.withdrawable)).toBeVisible();
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('main').getByRole('link', { name: texts.withdraw }).click();
  await page.getByRole('button', { name: texts.withdraw }).click();
  await page.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.received })).toBeVisible();
}

for (const language of ['de', 'en'] as const)
  for (const width of ['phone', 'desktop'] as const) {
    const texts = TEXTS[language];
    const { prefix } = texts;
    const context = { ...WIDTHS[width], locale: language === 'de' ? 'de-DE' : 'en-GB' };

    test.describe(`a shop that delivers after the withdrawal period, ${language}, ${width}`, () => {
      test.use({ ...context, baseURL: ({ later }, use) => use(later.url) });

      test('does not deliver an order without the waiver before the period ends, and refunds the order after a withdrawal', async ({
        page,
        request,
        later,
      }) => {
        const buyer = await openCheckout(page, later, language);
        const checkout = new Checkout(page, language);
        await checkout.fillCard('accepted');
        await checkout.order.click();
        await expect(page.getByText(texts.when)).toBeVisible();
        await page.getByRole('radio', { name: texts.later }).check();
        await expectAccessible(page, ['light', 'dark']);
        await checkout.order.click();
        await expect(page.getByText(texts.waiting)).toBeVisible();
        await expectAccessible(page, ['light', 'dark']);
        const confirmation = await waitForMail(request, buyer.email, texts.order);
        expect(confirmation.text).toContain(texts.waitingInMail);

        await withdraw(page, language);
        await waitForMail(request, buyer.email, texts.receipt);
        await waitForMail(request, buyer.email, texts.refund);
        await page.goto(`${prefix}/downloads`);
        await expect(page.getByText(texts.refunded, { exact: true })).toBeVisible();
      });

      test('delivers an order with the waiver at once', async ({ page, later }) => {
        await openCheckout(page, later, language);
        await page.getByRole('radio', { name: texts.now }).check();
        await new Checkout(page, language).pay('accepted');
        await expect(page.getByText(texts.ready)).toBeVisible({ timeout: 45_000 });
      });
    });

    test.describe(`a shop that delivers every order at once, ${language}, ${width}`, () => {
      test.use({ ...context, baseURL: ({ atOnce }, use) => use(atOnce.url) });

      test('delivers an order without the waiver, and accepts a withdrawal from the order', async ({
        page,
        request,
        atOnce,
      }) => {
        const buyer = await openCheckout(page, atOnce, language);
        const checkout = new Checkout(page, language);
        await expect(checkout.waiver).not.toBeChecked();
        await expectAccessible(page, ['light', 'dark']);
        await checkout.pay('accepted');
        await expect(page.getByText(texts.ready)).toBeVisible({ timeout: 45_000 });
        await withdraw(page, language);
        await waitForMail(request, buyer.email, texts.receipt);
      });

      test('ends the right of withdrawal of an order with the waiver', async ({ page, request, atOnce }) => {
        const buyer = await openCheckout(page, atOnce, language);
        const checkout = new Checkout(page, language);
        await checkout.waiver.check();
        await checkout.pay('accepted');
        await expect(page.getByText(texts.ready)).toBeVisible({ timeout: 45_000 });
        await waitForMail(request, buyer.email, texts.order);
        const waived = async () => {
          await page.goto(`${prefix}/downloads`);
          await page.getByText(texts.confirmation, { exact: true }).click();
          return page.getByText(texts.waived).isVisible();
        };
        await expect.poll(waived).toBe(true);
        await expectAccessible(page, ['light', 'dark']);
      });

      test('refuses an order from a country that the operator has removed', async ({ page, atOnce, browserErrors }) => {
        browserErrors.allow(/^400 POST \/api\/payments\/create/);
        const name = texts.norway;
        // Adds Norway to the response, as if the page had loaded its list before the operator removed Norway.
        await page.route('**/api/payments/countries*', async (route) => {
          const response = await route.fetch();
          const answer = (await response.json()) as { data: { countries: object[] } };
          answer.data.countries.push({ ...answer.data.countries[0], country: 'NO', name });
          await route.fulfill({ response, json: answer });
        });
        await openCheckout(page, atOnce, language);
        await page.getByLabel(texts.country, { exact: true }).selectOption({ label: name });
        await new Checkout(page, language).pay('accepted');
        await expect(page.getByText(texts.notServed)).toBeVisible();
        await expectAccessible(page, ['light', 'dark']);
      });
    });
  }
