import type { Locator, Page } from '@playwright/test';

/** Test cards of the Stripe fake, named by the result of the payment. */
export const CARDS = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  threeDSecure: '4000 0000 0000 3220',
} as const;

/** Finds and uses the elements of the checkout page, in German or English. */
export class Checkout {
  readonly number: Locator;
  readonly expiry: Locator;
  readonly code: Locator;
  readonly waiver: Locator;
  readonly order: Locator;
  private readonly page: Page;

  constructor(page: Page, language: 'de' | 'en' = 'de') {
    const german = language === 'de';
    this.page = page;
    this.number = page.getByRole('textbox', { name: german ? 'Kartennummer' : 'Card number' });
    this.expiry = page.getByRole('textbox', { name: german ? 'Gültig bis' : 'Expiry' });
    this.code = page.getByRole('textbox', { name: german ? 'Prüfziffer' : 'Security code' });
    this.waiver = page.getByRole('checkbox', { name: german ? /Widerrufsrecht/ : /right of withdrawal/ });
    this.order = page.getByRole('button', {
      name: german ? 'Zahlungspflichtig bestellen' : 'Complete Purchase – order with obligation to pay',
      exact: true,
    });
  }

  async fillCard(card: keyof typeof CARDS): Promise<void> {
    await this.number.fill(CARDS[card]);
    await this.expiry.fill('12 / 34');
    await this.code.fill('123');
  }

  async pay(card: keyof typeof CARDS): Promise<void> {
    await this.fillCard(card);
    await this.order.click();
  }

  /** @returns the text that a screen reader reads as the description of a field */
  async readDescription(field: Locator): Promise<string> {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts: string[] = [];
    for (const id of ids) texts.push(await this.page.locator(`[id="${id}"]`).innerText());
    return texts.join(' ');
  }
}
