import { short, verdict } from '../figures.ts';
import type { PurchaseFigures } from './purchases.ts';
import { printTable } from '../table.ts';

/** Upper limits of the p95 by the name of the row; TARGET_MS applies to all other rows. */
const TARGETS_MS: Record<string, number> = { 'one after another': 300, '8 parallel': 700 };
const TARGET_MS = 1000;
const targetMs = (name: string) => TARGETS_MS[name] ?? TARGET_MS;

export function printPurchases({ rows }: PurchaseFigures): void {
  console.log(
    `\nTime from the card's confirmation to canDownload (ms; the targets are for the p95 on an idle machine)\n`,
  );
  printTable(
    ['purchases', 'count', 'min', 'median', 'p95', 'max', 'orders/s', 'target'],
    rows.map(({ name, purchases, min, median, p95, max, ordersPerSecond }) => [
      name,
      String(purchases),
      ...[min, median, p95, max].map((value) => String(Math.round(value))),
      short(ordersPerSecond),
      `${verdict(p95 < targetMs(name))} (below ${short(targetMs(name))})`,
    ]),
  );
  const checked = rows.reduce((sum, row) => sum + row.checked, 0);
  console.log(`\n${checked} copies were downloaded and searched for the e-mail address of the buyer.`);
}
