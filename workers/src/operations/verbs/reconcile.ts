import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PollStripeEvents } from '#backend/purchases/payments/commands/poll-stripe-events.js';
import { SchedulePaymentChecksNow } from '#backend/purchases/payments/commands/schedule-payment-checks-now.js';
import { ReconcilePayments } from '#backend/purchases/payments/commands/reconcile-payments.js';
import { RebuildPurchases } from '#backend/purchases/orders/commands/rebuild-purchases.js';
import type { RebuildObstacle } from '#backend/purchases/orders/commands/rebuild-purchase.js';
import { RepeatRefunds } from '#backend/purchases/payments/commands/repeat-refunds.js';
import { CountPurchaseStates } from '#backend/purchases/orders/queries/count-purchase-states.js';
import { oneLine } from '../one-line.js';
import { moment, SCHEDULED } from '../options.js';
import type { OpsContext, Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `reconcile`: what the shop does by itself each minute, at once and for everything. */
export const reconcile: Verb = {
  name: 'reconcile',
  operands: [],
  about:
    'Compares every pending payment with the card provider, makes purchases again that the database has lost, and gives the queues again what the ledger still owes.',
  options: {
    since: {
      value: '<when>',
      about: 'Also looks through all payments begun since, a span (90s, 30m, 2h, 7d) or a time (2026-11-22T07:00:00Z)',
    },
    scheduled: SCHEDULED,
    'as-guest': {
      value: '<payments>',
      about: 'Of these (pi_1,pi_2) the account is lost too: the addresses given with the cards get the purchases',
    },
  },
  run: async (given, withShop) => {
    const since = moment(given, 'since');
    const asGuests = given.text('as-guest')?.split(',') ?? [];
    const wrong = asGuests.find((id) => !/^pi_\w+$/.test(id));
    if (wrong !== undefined) throw new UsageError(`--as-guest: "${wrong}" is not the id of a payment, like pi_3Abc`);
    return withShop(async (shop) => {
      const { commands, print } = shop;
      const begun = new Date();
      const pending = await comparePayments(shop);
      const refunds = await commands.execute(new RepeatRefunds());
      print(`Refunds handed to the workers again: ${refunds}`);
      const reports = await commands.execute(new PollStripeEvents(0));
      print(`Reports of the card provider that no webhook had told: ${reports}`);
      const { rebuilt, left } = await rebuildPurchases(
        shop,
        new RebuildPurchases(begun, since ? new Date(since) : null, asGuests),
      );
      const republished = await republish(shop);
      print(`Deliveries given to the queues again: ${republished}`);
      const named: Record<string, string> = asGuests.length > 0 ? { asGuests: asGuests.join(',') } : {};
      const details = { pending, refunds, reports, rebuilt, left, republished, ...named };
      await commands.execute(new RecordOperatorAction('reconciled', details, !given.flag('scheduled')));
      return 0;
    });
  },
};

const OBSTACLES: Record<RebuildObstacle | 'failed', string> = {
  'not-paid': 'the card provider knows no such payment, or it is not paid',
  'not-ours': 'was not opened by this shop, or says too little, or was changed: left alone',
  'other-payment': 'its order has another payment',
  'pattern-unknown': 'its pattern is not in the database',
  'buyer-unknown': 'its buyer is not in the database',
  'buyer-closed': 'the account of its buyer was closed',
  'address-unknown': 'of a guest, and the card provider knows no address',
  failed: 'failed, see the log, and try again',
};

/** @returns how many were made again, and how many payments have no purchase */
async function rebuildPurchases({ commands, print }: OpsContext, command: RebuildPurchases) {
  const { rebuilt, left, more } = await commands.execute(command);
  print(`Purchases made again from their payments: ${rebuilt.length}`);
  for (const { orderNumber, paymentId } of rebuilt) print(oneLine(`  ${orderNumber} (${paymentId})`));
  print(`Payments without a purchase, for a person: ${left.length}${more ? ', and maybe more' : ''}`);
  for (const { paymentId, obstacle } of left) print(oneLine(`  ${paymentId}: ${OBSTACLES[obstacle]}`));
  return { rebuilt: rebuilt.length, left: left.length };
}

/** @returns how many were pending */
async function comparePayments({ commands, queries, print }: OpsContext): Promise<number> {
  const pending = await commands.execute(new SchedulePaymentChecksNow());
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
async function republish({ app }: OpsContext): Promise<number> {
  // They know all jobs and all that those use, which no other verb has to wait for.
  const { JobLedger } = await import('../../runtime/job-ledger.js');
  const { Publisher } = await import('../../runtime/publisher.js');
  const { MissedJobs } = await import('../../runtime/missed-jobs.js');
  const { Reconciler } = await import('../../runtime/reconciler.js');
  const { ScheduleKeeper } = await import('../../runtime/schedule-keeper.js');
  const of = { strict: false };
  const [ledger, publisher] = [app.get(JobLedger, of), app.get(Publisher, of)];
  return new Reconciler(ledger, publisher, app.get(MissedJobs, of), app.get(ScheduleKeeper, of)).reconcile(0);
}
