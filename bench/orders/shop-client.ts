import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 15;
const TIMEOUT_MS = 30_000;

export interface Buyer {
  email: string;
  token: string;
}

export interface OfferedFile {
  id: string;
  bytes: number;
}

export interface Offer {
  id: string;
  title: string;
  price: number;
  files: OfferedFile[];
}

export interface Access {
  canDownload: boolean;
  copyState: string;
  downloadToken: string;
  files: { id: string; bytes: number | null; fileName: string }[];
}

interface StartedPayment {
  client_secret: string;
  purchase_id: string;
}

/** Buys as a browser does: with requests to the shop's API, and with the request to Stripe that Stripe.js sends. */
export class ShopClient {
  readonly #url: string;
  readonly #stripe: { apiBase: string; key: string };
  readonly #signal: AbortSignal;

  private constructor(url: string, stripe: { apiBase: string; key: string }, signal: AbortSignal) {
    this.#url = url;
    this.#stripe = stripe;
    this.#signal = signal;
  }

  /** @param signal aborts every request @throws {Error} when the shop does not use the Stripe fake */
  static async open(url: string, signal: AbortSignal): Promise<ShopClient> {
    const response = await fetch(`${url}/config.json`, { signal });
    const config = (await response.json()) as { stripeApiBase: string | null; stripePublishableKey: string | null };
    if (!config.stripeApiBase || !config.stripePublishableKey) throw new Error('the shop does not use the Stripe fake');
    return new ShopClient(url, { apiBase: config.stripeApiBase, key: config.stripePublishableKey }, signal);
  }

  async register(name: string): Promise<Buyer> {
    const email = `${name}@example.com`;
    const body = { email, password: `Thread-and-needle-${name}`, username: name };
    const { accessToken } = await this.#call<{ accessToken: string }>('POST', '/api/auth/register', body);
    return { email, token: accessToken };
  }

  /** @returns all patterns that cost money, each with its files */
  async offers(): Promise<Offer[]> {
    const { patterns } = await this.#call<{ patterns: Offer[] }>('GET', '/api/patterns?limit=100&sort=oldest');
    const paid = patterns.filter(({ price }) => price > 0);
    return Promise.all(paid.map(({ id }) => this.#call<Offer>('GET', `/api/patterns/${id}`)));
  }

  /** Starts the payment, as the checkout page does before it shows the card form. */
  startPayment(buyer: Buyer, patternId: string): Promise<StartedPayment> {
    const body = { pattern_id: patternId, buyer_email: buyer.email, consent: true, locale: 'de', country: 'DE' };
    return this.#call<StartedPayment>('POST', '/api/payments/create', body, buyer);
  }

  /** Resolves when Stripe has confirmed the payment. */
  async confirmCard({ client_secret: secret }: StartedPayment): Promise<void> {
    const id = secret.split('_secret_')[0];
    const response = await fetch(`${this.#stripe.apiBase}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      signal: this.#signal,
      body: new URLSearchParams({
        key: this.#stripe.key,
        client_secret: secret,
        return_url: `${this.#url}/checkout/back`,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][email]': 'buyer@example.com',
      }),
    });
    const { status } = (await response.json()) as { status?: string };
    if (status !== 'succeeded')
      throw new Error(`the card was not accepted: HTTP ${response.status}, payment ${status}`);
  }

  /** Polls until the buyer can download. Polls more often than the page of the storefront does. */
  async waitUntilDownloadable(buyer: Buyer, purchaseId: string): Promise<Access> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    for (;;) {
      const access = await this.#call<Access>('GET', `/api/downloads/${purchaseId}`, undefined, buyer);
      if (access.canDownload) return access;
      if (performance.now() > giveUpAt) {
        throw new Error(`not downloadable after ${TIMEOUT_MS / 1000} s (copies: ${access.copyState})`);
      }
      await pause(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  /** Downloads the buyer's copy of a file. */
  async download(buyer: Buyer, { downloadToken: token }: Access, file: string): Promise<Buffer> {
    const body = { token, file };
    const { downloadUrl } = await this.#call<{ downloadUrl: string }>('POST', '/api/downloads/secure', body, buyer);
    const response = await fetch(downloadUrl, { signal: this.#signal });
    if (!response.ok) throw new Error(`the storage responded with HTTP ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async #call<T>(method: string, path: string, body?: object, buyer?: Buyer): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      signal: this.#signal,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(buyer ? { authorization: `Bearer ${buyer.token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const envelope = (await response.json()) as { success: boolean; data: T; message?: string };
    if (!envelope.success) throw new Error(`${method} ${path}: HTTP ${response.status} ${envelope.message}`);
    return envelope.data;
  }
}
