import { RecordDeed } from '#backend/operations/commands/record-deed.js';
import { CatchUpReports } from '#backend/purchases/commands/catch-up-reports.js';
import { HastenPaymentChecks } from '#backend/purchases/commands/hasten-payment-checks.js';
import { ReconcilePayments } from '#backend/purchases/commands/reconcile-payments.js';
import { RepeatRefunds } from '#backend/purchases/commands/repeat-refunds.js';
import { CountPurchaseStates } from '#backend/purchases/queries/count-purchase-states.js';
import type { ShopInHand, Verb } from '../verb.js';

/** `reconcile`: what the shop does by itself each minute, at once and for everything. */
export const reconcile: Verb = {
  name: 'reconcile',
  operands: [],
  about:
    'Compares every pending payment with the card provider, and gives the queues again what the ledger still owes.',
  options: {},
  run: (_given, withShop) =>
    withShop(async (shop) => {
      const { commands, print } = shop;
      const pending = await comparePayments(shop);
      const refunds = await commands.execute(new RepeatRefunds());
      print(`Refunds handed to the workers again: ${refunds}`);
      const reports = await commands.execute(new CatchUpReports(0));
      print(`Reports of the card provider that no webhook had told: ${reports}`);
      const republished = await republish(shop);
      print(`Deliveries given to the queues again: ${republished}`);
      await commands.execute(new RecordDeed('reconciled', { pending, refunds, reports, republished }));
      return 0;
    }),
};

/** @returns how many were pending */
async function comparePayments({ commands, queries, print }: ShopInHand): Promise<number> {
  const pending = await commands.execute(new HastenPaymentChecks());
  // They are asked about in rounds; the workers may take some of them meanwhile.
  for (let left = pending.length; left > 0;) {
    const asked = await commands.execute(new ReconcilePayments());
    left = asked > 0 ? left - asked : 0;
  }
  const now = await queries.execute(new CountPurchaseStates(pending));
  const words = Object.entries(now).map(([state, count]) => `${count} ${state}`);
  print(`Payments that were pending: ${pending.length}${words.length > 0 ? `; now ${words.join(', ')}` : ''}`);
  return pending.length;
}

/** By hand: one that this process made as a part of itself would start to run. */
async function republish({ app }: ShopInHand): Promise<number> {
  // They know all jobs and all that those use, which no other verb has to wait for.
  const { Deliveries } = await import('../../runtime/deliveries.js');
  const { Publisher } = await import('../../runtime/publisher.js');
  const { Reconciler } = await import('../../runtime/reconciler.js');
  const of = { strict: false };
  return new Reconciler(app.get(Deliveries, of), app.get(Publisher, of)).reconcile(0);
}
