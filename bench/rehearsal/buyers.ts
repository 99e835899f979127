import { setTimeout as pause } from 'node:timers/promises';
import { type Buyer, type Offer, ShopClient } from '../orders/shop-client.ts';
import type { LoadReport } from './load-plan.ts';

/**
 * Starts purchases at a fixed rate. Each buyer pays, waits for the copy and downloads it. Failed requests are not retried.
 */
export class Buyers {
  readonly #figures: LoadReport['purchases'] = { started: 0, paid: 0, fulfilled: 0, downloaded: 0, problems: [] };
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;

  /** @param perSecond the number of purchases started per second */
  constructor(url: string, perSecond: number) {
    this.#running = this.#run(url, 1000 / perSecond);
  }

  get problems(): number {
    return this.#figures.problems.length;
  }

  /** Starts no more purchases and waits for the started ones. */
  async stop(): Promise<LoadReport['purchases']> {
    this.#stopped.abort();
    await this.#running;
    return this.#figures;
  }

  async #run(url: string, pauseMs: number): Promise<void> {
    const client = await ShopClient.open(url, new AbortController().signal);
    const offers = await client.offers();
    const inFlight: Promise<void>[] = [];
    let buyer: Buyer | undefined;
    for (let number = 0; !this.#stopped.signal.aborted; number += 1) {
      const began = performance.now();
      const offer = offers[number % offers.length]!;
      // A buyer can buy each pattern only once, so a new buyer registers after the last pattern.
      if (number % offers.length === 0)
        buyer = await this.#recordProblem('register', () => client.register(`rehearsal-${number}`));
      if (buyer) inFlight.push(this.#buy(client, buyer, offer));
      const remainingMs = pauseMs - (performance.now() - began);
      await pause(Math.max(0, remainingMs), undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
    await Promise.all(inFlight);
  }

  async #buy(client: ShopClient, buyer: Buyer, offer: Offer): Promise<void> {
    await this.#recordProblem(`buy ${offer.title}`, async () => {
      const payment = await client.startPayment(buyer, offer.id);
      this.#figures.started += 1;
      await client.confirmCard(payment);
      this.#figures.paid += 1;
      const access = await client.waitUntilDownloadable(buyer, payment.purchase_id);
      this.#figures.fulfilled += 1;
      const pdf = await client.download(buyer, access, access.files[0]!.id);
      if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('the download is not a PDF');
      this.#figures.downloaded += 1;
    });
  }

  async #recordProblem<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { message, cause } = error as Error;
      const code = (cause as NodeJS.ErrnoException | undefined)?.code;
      this.#figures.problems.push(`${new Date().toISOString()} ${what}: ${message}${code ? ` (${code})` : ''}`);
      return undefined;
    }
  }
}
