import { setTimeout as pause } from 'node:timers/promises';
import { type Buyer, type Offer, ShopClient } from '../orders/shop-client.ts';
import type { LoadReport } from './load-plan.ts';

/** Buyers at a fixed rate, who pay, wait for their copy and download it. No request is repeated. */
export class Buyers {
  readonly #figures: LoadReport['purchases'] = { started: 0, paid: 0, fulfilled: 0, downloaded: 0, problems: [] };
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;

  /** @param perSecond purchases begun */
  constructor(url: string, perSecond: number) {
    this.#running = this.#run(url, 1000 / perSecond);
  }

  get problems(): number {
    return this.#figures.problems.length;
  }

  /** Starts no more purchases and waits for those in flight. */
  async stop(): Promise<LoadReport['purchases']> {
    this.#stopped.abort();
    await this.#running;
    return this.#figures;
  }

  async #run(url: string, pauseMs: number): Promise<void> {
    const client = await ShopClient.open(url, new AbortController().signal);
    const offers = await client.offers();
    const underway: Promise<void>[] = [];
    let buyer: Buyer | undefined;
    for (let number = 0; !this.#stopped.signal.aborted; number += 1) {
      const began = performance.now();
      const offer = offers[number % offers.length]!;
      // A buyer buys each pattern once, then a new buyer registers.
      if (number % offers.length === 0)
        buyer = await this.#note('register', () => client.register(`rehearsal-${number}`));
      if (buyer) underway.push(this.#buy(client, buyer, offer));
      const rest = pauseMs - (performance.now() - began);
      await pause(Math.max(0, rest), undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
    await Promise.all(underway);
  }

  async #buy(client: ShopClient, buyer: Buyer, offer: Offer): Promise<void> {
    await this.#note(`buy ${offer.title}`, async () => {
      const payment = await client.startPayment(buyer, offer.id);
      this.#figures.started += 1;
      await client.confirmCard(payment);
      this.#figures.paid += 1;
      const access = await client.untilDownloadable(buyer, payment.purchase_id);
      this.#figures.fulfilled += 1;
      const pdf = await client.download(buyer, access, access.files[0]!.id);
      if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('the download is not a PDF');
      this.#figures.downloaded += 1;
    });
  }

  async #note<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { message, cause } = error as Error;
      const why = (cause as NodeJS.ErrnoException | undefined)?.code;
      this.#figures.problems.push(`${new Date().toISOString()} ${what}: ${message}${why ? ` (${why})` : ''}`);
      return undefined;
    }
  }
}
