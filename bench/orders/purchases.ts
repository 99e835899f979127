import { spread, type Spread } from '../figures.ts';
import { type Access, type Buyer, type Offer, type OfferedFile, ShopClient } from './shop-client.ts';
import { showsText } from './shows-text.ts';

/** Result of one plan. The times are milliseconds from the card's confirmation to `canDownload: true`. */
export interface PurchaseRow extends Spread {
  name: string;
  purchases: number;
  /** Purchases per second, including the start of the payment and the card's confirmation. */
  ordersPerSecond: number;
  /** Number of copies that were downloaded and searched for the buyer's e-mail address. */
  checked: number;
}

export interface PurchaseFigures {
  rows: PurchaseRow[];
  problems: string[];
}

/** `count` purchases, of which `atOnce` run in parallel. */
interface PurchasePlan {
  name: string;
  count: number;
  atOnce: number;
  offers: Offer[];
  /** @returns the file whose copy is checked */
  selectFile(offer: Offer): OfferedFile;
}

interface Bought {
  buyer: Buyer;
  offer: Offer;
  access: Access;
}

/** Bytes. S3 joins master and tail of every file of at least this size; the worker joins small ones. */
const MIN_JOINED_BY_S3 = 5 * 2 ** 20;
/** Milliseconds after the start of a plan, from which none of its purchases starts. */
const BUDGET_MS = 60_000;

const largestFile = ({ files }: Offer): OfferedFile => files.toSorted((a, b) => b.bytes - a.bytes)[0]!;
const firstFile = ({ files }: Offer): OfferedFile => files[0]!;

/** Measures purchases in a running shop that uses the Stripe fake. */
export async function measurePurchases(url: string, signal: AbortSignal): Promise<PurchaseFigures> {
  const client = await ShopClient.open(url, signal);
  const offers = await client.offers();
  const large = offers.filter((offer) => largestFile(offer).bytes >= MIN_JOINED_BY_S3);
  const small = offers.filter((offer) => !large.includes(offer));
  const plans: PurchasePlan[] = [
    { name: 'one after another', count: 60, atOnce: 1, offers: small, selectFile: firstFile },
    { name: '8 parallel', count: 60, atOnce: 8, offers: small, selectFile: firstFile },
    { name: 'file over 5 MiB, joined by S3', count: 12, atOnce: 1, offers: large, selectFile: largestFile },
  ];
  const figures: PurchaseFigures = { rows: [], problems: [] };
  const warmUp: PurchasePlan = { name: 'warm-up', count: 4, atOnce: 1, offers, selectFile: firstFile };
  for (const [index, plan] of [warmUp, ...plans].entries()) {
    if (plan.offers.length === 0) {
      figures.problems.push(`${plan.name}: the shop has no pattern of this size`);
      continue;
    }
    const row = await measure(client, plan, `bench-${index}`, figures.problems, signal);
    if (row && plan !== warmUp) figures.rows.push(row);
  }
  return figures;
}

async function measure(
  client: ShopClient,
  plan: PurchasePlan,
  prefix: string,
  problems: string[],
  signal: AbortSignal,
): Promise<PurchaseRow | undefined> {
  const { name, count, atOnce, offers } = plan;
  // A buyer can buy each pattern only once, so each parallel loop needs a new buyer for each pass through the patterns.
  const buyersPerLoop = Math.ceil(count / offers.length);
  const buyers: Buyer[] = [];
  while (buyers.length < buyersPerLoop * atOnce) buyers.push(await client.register(`${prefix}-${buyers.length}`));

  const times: number[] = [];
  const bought: Bought[] = [];
  let next = 0;
  const began = performance.now();
  const buyUntilDone = async (): Promise<void> => {
    while (next < count && performance.now() - began < BUDGET_MS) {
      const number = next++;
      const offer = offers[number % offers.length]!;
      const buyer = buyers[Math.floor(number / offers.length) * atOnce + (number % atOnce)]!;
      try {
        const payment = await client.startPayment(buyer, offer.id);
        await client.confirmCard(payment);
        const confirmed = performance.now();
        const access = await client.waitUntilDownloadable(buyer, payment.purchase_id);
        times.push(performance.now() - confirmed);
        bought.push({ buyer, offer, access });
      } catch (error) {
        signal.throwIfAborted();
        problems.push(`${name}, purchase ${number + 1}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, buyUntilDone));
  const seconds = (performance.now() - began) / 1000;

  const sample = [0, 0.5, 1].map((share) => bought[Math.round(share * (bought.length - 1))]);
  const copies = [...new Set(sample)].filter((purchase) => purchase !== undefined);
  for (const copy of copies) {
    const problem = await checkCopy(client, plan, copy);
    if (problem) problems.push(`${name}: ${problem}`);
  }
  if (times.length === 0) return undefined;
  return {
    name,
    purchases: times.length,
    ...spread(times),
    ordersPerSecond: times.length / seconds,
    checked: copies.length,
  };
}

/** @returns the problem of a buyer's copy; undefined when the copy shows the buyer's e-mail address */
async function checkCopy(
  client: ShopClient,
  { selectFile }: PurchasePlan,
  { buyer, offer, access }: Bought,
): Promise<string | undefined> {
  const { id, bytes } = selectFile(offer);
  const copy = access.files.find((file) => file.id === id) ?? access.files.find((file) => (file.bytes ?? 0) >= bytes);
  if (!copy) return `${offer.title} has no copy of file ${id}`;
  const pdf = await client.download(buyer, access, copy.id);
  if (await showsText(pdf, buyer.email)) return undefined;
  return `${buyer.email} cannot be read on ${copy.fileName} (${offer.title})`;
}
