import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import Stripe from 'stripe';
import { listMails } from '../../sandbox/mail/mail.ts';
import type { ExternalServices } from './cluster/external-services.ts';

/**
 * Counts of rows in the job ledger and other tables, and of mails. All counts in `lost` and `duplicate` must be zero. A
 * count in `duplicate` is the surplus: three rows where one is allowed count as two.
 */
export interface Outcome {
  events: number;
  jobExecutions: number;
  mails: number;
  /** Job executions that started more than once, which is allowed. */
  restarted: number;
  lost: Record<string, number>;
  duplicate: Record<string, number>;
}

const TIMEOUT_MS = 90_000;

const FIGURES = {
  events: `select count(*)::int from outbox_events`,
  jobExecutions: `select count(*)::int from deliveries`,
  restarted: `select count(*)::int from deliveries where started_count > 1`,
};
const LOST = {
  'events not relayed': `select count(*)::int from outbox_events where relayed_at is null`,
  'job executions not done': `select count(*)::int from deliveries where done_at is null and dead_at is null`,
  'dead letters': `select count(*)::int from deliveries where dead_at is not null`,
  'paid purchases without a copy': `select count(*)::int from purchases p where status = 'paid'
    and not exists (select 1 from copies c where c.purchase_id = p.id and c.state = 'ready')`,
  'paid purchases without a confirmation mail': `select count(*)::int from purchases where status = 'paid' and receipt_sent_at is null`,
};
const DUPLICATE = {
  'surplus copies of one file for one purchase': `select coalesce(sum(n - 1), 0)::int from
    (select count(*) n from copies group by purchase_id, file_id) x`,
  'surplus invoices for one purchase': `select coalesce(sum(n - 1), 0)::int from
    (select count(*) n from invoices where kind = 'invoice' group by purchase_id) x`,
  'surplus payments for one buyer and pattern': `select coalesce(sum(n - 1), 0)::int from
    (select count(*) n from purchases where status = 'paid' group by buyer_email_key, pattern_id) x`,
  'surplus grants of one copy': `select coalesce(sum(n - 1), 0)::int from
    (select count(*) n from download_grants group by copy_id) x`,
};

/** Waits until no job is pending, at most 90 seconds, then counts rows, mails and the payments of the Stripe fake. */
export async function countOutcome(external: ExternalServices, abort: AbortSignal): Promise<Outcome> {
  const { databaseUrl, mailboxUrl } = external;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const count = async (sql: string) => Object.values((await client.query<Record<string, number>>(sql)).rows[0]!)[0]!;
  const counts = async (statements: Record<string, string>) => {
    const results: Record<string, number> = {};
    for (const [name, sql] of Object.entries(statements)) results[name] = await count(sql);
    return results;
  };
  try {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    const isPending = async () =>
      (await count(LOST['events not relayed'])) + (await count(LOST['job executions not done'])) > 0;
    while ((await isPending()) && performance.now() < giveUpAt) {
      await pause(200, undefined, { signal: abort });
    }
    const mails = await listMails(mailboxUrl);
    const ids = mails.map(({ headers }) => String(headers['message-id']));
    // The subject of each mail about an order contains the order number, which begins with PP-.
    const subjects = mails.filter(({ subject }) => /PP-/.test(subject)).map(({ to, subject }) => `${to} ${subject}`);
    const paidPurchaseIds = await listPaidPurchases(external);
    const { rows } = await client.query<{ id: string }>(`select id from purchases where paid_at is not null`);
    const paid = new Set(rows.map(({ id }) => id));
    const figures = (await counts(FIGURES)) as Record<keyof typeof FIGURES, number>;
    return {
      ...figures,
      mails: mails.length,
      lost: {
        ...(await counts(LOST)),
        'payments without a paid purchase': paidPurchaseIds.filter((id) => !paid.has(id)).length,
      },
      duplicate: {
        ...(await counts(DUPLICATE)),
        'surplus payments for one purchase': paidPurchaseIds.length - new Set(paidPurchaseIds).size,
        'surplus mails with one Message-ID': ids.length - new Set(ids).size,
        'surplus mails of one kind about one order': subjects.length - new Set(subjects).size,
      },
    };
  } finally {
    await client.end();
  }
}

/** @returns the purchase id of each succeeded payment */
async function listPaidPurchases({ stripeUrl, store }: ExternalServices): Promise<string[]> {
  const { hostname, port } = new URL(stripeUrl);
  const stripe = new Stripe(store.STRIPE_SECRET_KEY!, { host: hostname, port, protocol: 'http', telemetry: false });
  const purchaseIds: string[] = [];
  for await (const { status, metadata } of stripe.paymentIntents.list({ limit: 100 }))
    if (status === 'succeeded') purchaseIds.push(metadata.purchase_id!);
  return purchaseIds;
}
