import { short, verdict } from './figures.ts';
import type { PurchaseFigures } from './purchases.ts';
import { printTable } from './table.ts';

const TARGET_MS = 1000;

export function printPurchases({ rows }: PurchaseFigures): void {
  console.log(`\nFrom the card's confirmation to canDownload (ms; target: p95 below ${short(TARGET_MS)})\n`);
  printTable(
    ['purchases', 'count', 'min', 'median', 'p95', 'max', 'orders/s', 'target'],
    rows.map(({ name, purchases, min, median, p95, max, ordersPerSecond }) => [
      name,
      String(purchases),
      ...[min, median, p95, max].map((value) => String(Math.round(value))),
      short(ordersPerSecond),
      verdict(p95 < TARGET_MS),
    ]),
  );
  const checked = rows.reduce((sum, row) => sum + row.checked, 0);
  console.log(`\n${checked} copies were downloaded and searched for their buyer's e-mail.`);
}
