import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { deriveToken } from '../../platform/derived-token.js';
import { networkPrefixes, WIDE_FACTOR } from '../../platform/http/limits/network-prefix.js';
import { ApiError } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import type { Purchase } from '../orders/purchase.entity.js';
import { Sql } from '../../platform/database/sql.js';

/**
 * Attackers test stolen card numbers on small orders. An honest buyer may mistype a number or use a second card, but after
 * five declines within an hour, the buyer cannot pay for an hour. Guests are counted by network and not by e-mail address:
 * an attacker can use any number of addresses, and could block another user by using that user's address. As with every rate
 * limit, an IPv6 /48 has ten times the limit.
 */
const MAX_DECLINES = 5;
const WINDOW_MS = 3_600_000;

/** The networks of a guest's order as keyed hashes. An order of an account stores no networks. */
export type OpenedFrom = Pick<Purchase, 'openedFrom' | 'openedFromWide'>;

/** Declines that count together: a condition on the purchase `u`, the values of its parameters, and the limit. */
interface DeclineCounter {
  where: string;
  values: string[];
  limit: number;
}

/** Counts declined cards in the inbox. Call it inside a transaction. */
@Injectable()
export class DeclinedCards {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Keyed hashes of a client's networks, for comparison only. */
  hashNetworks(ip: string): OpenedFrom {
    const [narrow, wide] = networkPrefixes(ip);
    return { openedFrom: this.hashPrefix(narrow), openedFromWide: wide ? this.hashPrefix(wide) : null };
  }

  /** @throws {ApiError} 429 TOO_MANY_REQUESTS for an hour after the decline that reached the limit */
  async refuseIfPaused(buyerId: string | null, networks: OpenedFrom): Promise<void> {
    let longestMs = 0;
    for (const { where, values, limit } of declineCounters(buyerId, networks)) {
      const row = await this.sql.row<{ ms: string | null }>(remainingPause(where, limit), values);
      longestMs = Math.max(longestMs, Number(row?.ms ?? 0));
    }
    if (longestMs === 0) return;
    const seconds = Math.max(1, Math.ceil(longestMs / 1000));
    throw new ApiError(429, 'TOO_MANY_REQUESTS', 'Too many cards were declined, please try later.', undefined, seconds);
  }

  /** Whether the current decline reaches the limit of its buyer, network or payment. */
  async reachesLimit(purchase: Purchase): Promise<boolean> {
    for (const { where, values, limit } of declineCounters(purchase.buyerId ?? null, purchase, purchase.id)) {
      const row = await this.sql.row<{ earlier: number }>(countDeclines(where), values);
      if (row!.earlier + 1 >= limit) return true;
    }
    return false;
  }

  /** Whether a decline is recent enough to count. An event that was found by polling may be older than the window. */
  static isRecent(at: Date, now: Date): boolean {
    return now.getTime() - at.getTime() < WINDOW_MS;
  }

  private hashPrefix(prefix: string): string {
    return deriveToken(this.config.tokenSecret, 'opened-from', prefix).slice(0, 27);
  }
}

const guestCounter = (column: string, value: string, limit: number): DeclineCounter => ({
  where: `u.buyer_id is null and ${column} = $1`,
  values: [value],
  limit,
});

/** @param purchaseId a guest's purchase; its own declines are counted too, because its networks can already be purged */
function declineCounters(
  buyerId: string | null,
  { openedFrom, openedFromWide }: OpenedFrom,
  purchaseId?: string,
): DeclineCounter[] {
  if (buyerId) return [{ where: 'u.buyer_id = $1', values: [buyerId], limit: MAX_DECLINES }];
  return [
    ...(openedFrom ? [guestCounter('u.opened_from', openedFrom, MAX_DECLINES)] : []),
    ...(openedFromWide ? [guestCounter('u.opened_from_wide', openedFromWide, WIDE_FACTOR * MAX_DECLINES)] : []),
    ...(purchaseId ? [guestCounter('u.id', purchaseId, MAX_DECLINES)] : []),
  ];
}

const HOUR = `interval '${WINDOW_MS} milliseconds'`;

/** A decline that does not count (too old, not of this shop) has another outcome than `applied`. */
const fromDeclines = (where: string) => `
from webhook_inbox i join purchases u on u.payment_intent_id = i.object_id
where i.type = 'payment_intent.payment_failed' and i.outcome = 'applied' and ${where}`;

const countDeclines = (where: string) =>
  `select count(*)::int as earlier ${fromDeclines(where)} and i.received_at > now() - ${HOUR}`;

/**
 * Selects how long the pause still lasts: one hour from the latest decline that was the last of `limit` declines within an
 * hour. The first of them may be up to two hours old.
 */
const remainingPause = (where: string, limit: number) => `
select extract(epoch from max(received_at) + ${HOUR} - now()) * 1000 as ms
from (select i.received_at, lag(i.received_at, ${limit - 1}) over (order by i.received_at) as first
      ${fromDeclines(where)} and i.received_at > now() - 2 * ${HOUR}) as declined
where first > received_at - ${HOUR} and received_at > now() - ${HOUR}`;
