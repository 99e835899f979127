import { InvalidArgumentError } from 'commander';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { PollStripeEvents } from '#backend/purchases/payments/commands/poll-stripe-events.js';
import { SchedulePaymentChecksNow } from '#backend/purchases/payments/commands/schedule-payment-checks-now.js';
import { ReconcilePayments } from '#backend/purchases/payments/commands/reconcile-payments.js';
import { RebuildPurchases } from '#backend/purchases/orders/commands/rebuild-purchases.js';
import type { RebuildObstacle } from '#backend/purchases/orders/commands/rebuild-purchase.js';
import { RescheduleRefunds } from '#backend/purchases/payments/commands/reschedule-refunds.js';
import { CountPurchaseStates } from '#backend/purchases/orders/queries/count-purchase-states.js';
import { terminalLine } from '../terminal-line.js';
import { parseTime, withScheduled } from '../options.js';
import type { OpsContext, Verb } from '../verb.js';

/** `reconcile`: does immediately what the scheduled jobs and the reconciler do periodically, and rebuilds lost purchases. */
export const reconcile: Verb = (parent, withContext) =>
  withScheduled(
    parent
      .command('reconcile')
      .description(
        'Compares every pending payment with Stripe, rebuilds lost purchases, and publishes lost and failed jobs again.',
      )
      .option(
        '--since <when>',
        'Also checks all payments created since then: a duration (90s, 30m, 2h, 7d) or a time (2026-11-22T07:00:00Z)',
        parseTime,
      ),
  )
    .option(
      '--as-guest <payments>',
      'PaymentIntents (pi_1,pi_2) of lost accounts: rebuilds guest purchases for the addresses entered with the cards',
      parsePayments,
    )
    .action(({ since, asGuest = [], scheduled }: Options) =>
      withContext(async (shop) => {
        const { commands, print } = shop;
        const startedAt = new Date();
        const pending = await comparePayments(shop);
        const refunds = await commands.execute(new RescheduleRefunds());
        print(`Refunds scheduled again: ${refunds}`);
        const polledEvents = await commands.execute(new PollStripeEvents(0));
        print(`Stripe events without a webhook: ${polledEvents}`);
        const command = new RebuildPurchases(startedAt, since ? new Date(since) : null, asGuest);
        const { rebuilt, unresolved } = await rebuildPurchases(shop, command);
        const republished = await republish(shop);
        print(`Jobs published again: ${republished}`);
        const guestDetails: Record<string, string> = asGuest.length > 0 ? { asGuests: asGuest.join(',') } : {};
        const details = {
          pending,
          refunds,
          reports: polledEvents,
          rebuilt,
          left: unresolved,
          republished,
          ...guestDetails,
        };
        await commands.execute(new RecordOperatorAction('reconciled', details, !scheduled));
        return 0;
      }),
    );

interface Options {
  since?: string;
  asGuest?: string[];
  scheduled?: true;
}

function parsePayments(text: string): string[] {
  const ids = text.split(',');
  const invalid = ids.find((id) => !/^pi_\w+$/.test(id));
  if (invalid !== undefined) throw new InvalidArgumentError(`"${invalid}" is not the id of a payment, like pi_3Abc.`);
  return ids;
}

const OBSTACLE_TEXTS: Record<RebuildObstacle | 'failed', string> = {
  'not-paid': 'Stripe has no such payment, or the payment is not paid',
  'not-ours': 'was not opened by this shop, or its metadata is incomplete or changed',
  'other-payment': 'its order exists, with another payment',
  'pattern-unknown': 'its pattern is not in the database',
  'buyer-unknown': 'its buyer is not in the database',
  'buyer-closed': 'the account of its buyer was closed',
  'address-unknown': 'its buyer is a guest, and Stripe has no address',
  failed: 'rebuilding failed: read the log, then retry',
};

/** @returns the number of rebuilt purchases, and the number of payments that still have no purchase */
async function rebuildPurchases({ commands, print }: OpsContext, command: RebuildPurchases) {
  const { rebuilt, unresolved, more } = await commands.execute(command);
  print(`Purchases rebuilt from their payments: ${rebuilt.length}`);
  for (const { orderNumber, paymentId } of rebuilt) print(terminalLine(`  ${orderNumber} (${paymentId})`));
  print(
    `Payments without a purchase, to be checked by an operator: ${unresolved.length}${more ? ', possibly more' : ''}`,
  );
  for (const { paymentId, obstacle } of unresolved) print(terminalLine(`  ${paymentId}: ${OBSTACLE_TEXTS[obstacle]}`));
  return { rebuilt: rebuilt.length, unresolved: unresolved.length };
}

/** Compares all pending payments with Stripe. @returns how many payments were pending before the comparison */
async function comparePayments({ commands, queries, print }: OpsContext): Promise<number> {
  const pending = await commands.execute(new SchedulePaymentChecksNow());
  // ReconcilePayments checks one batch per call. The workers can process some payments in the meantime.
  for (let remaining = pending.length; remaining > 0;) {
    const processed = await commands.execute(new ReconcilePayments());
    remaining = processed > 0 ? remaining - processed : 0;
  }
  const countByState = await queries.execute(new CountPurchaseStates(pending));
  const counts = Object.entries(countByState).map(([state, count]) => `${count} ${state}`);
  print(`Pending payments: ${pending.length}${counts.length > 0 ? `; now ${counts.join(', ')}` : ''}`);
  return pending.length;
}

/**
 * Publishes lost and failed jobs again. Creates its own Reconciler, because a Reconciler of the module would also start an
 * endless loop.
 */
async function republish({ app }: OpsContext): Promise<number> {
  // Loaded on demand, because these modules import all jobs, which other verbs do not need.
  const { JobLedger } = await import('../../runtime/job-ledger.js');
  const { Publisher } = await import('../../runtime/publisher.js');
  const { MissedJobs } = await import('../../runtime/missed-jobs.js');
  const { Reconciler } = await import('../../runtime/reconciler.js');
  const { ScheduleKeeper } = await import('../../runtime/schedule-keeper.js');
  const options = { strict: false };
  const [ledger, publisher] = [app.get(JobLedger, options), app.get(Publisher, options)];
  return new Reconciler(ledger, publisher, app.get(MissedJobs, options), app.get(ScheduleKeeper, options)).reconcile(0);
}
