import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { deriveToken } from '../../platform/derived-token.js';
import { networkPrefixes, WIDER } from '../../platform/http/limits/network-prefix.js';
import { ApiError } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import type { Purchase } from '../orders/purchase.entity.js';
import { Sql } from '../../platform/database/sql.js';

/**
 * A thief tries stolen card numbers out on small orders. An honest buyer mistypes a card or takes a second
 * one; after five refusals within an hour it is not a buyer any more, or one whom an hour's pause does not hurt. A guest
 * is known by the network alone: addresses cost nothing, and with a foreign one a thief could pause its owner. As with every
 * limit, a /48 of IPv6 has ten times as many.
 */
const MAX_DECLINES = 5;
const WINDOW_MS = 3_600_000;

/** Where a guest's order was opened, as keyed hashes; of an account's nothing is kept. */
export type OpenedFrom = Pick<Purchase, 'openedFrom' | 'openedFromWide'>;

/** Cards that count together, as a condition on their purchase `u`, and how many of them end it. */
interface Counted {
  where: string;
  values: string[];
  most: number;
}

/** What the inbox knows about cards that were declined. Call it inside a transaction. */
@Injectable()
export class DeclinedCards {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Says nothing about the network but that it is the same. */
  networksOf(ip: string): OpenedFrom {
    const [narrow, wide] = networkPrefixes(ip);
    return { openedFrom: this.keyOf(narrow), openedFromWide: wide ? this.keyOf(wide) : null };
  }

  /** @throws ApiError 429 TOO_MANY_REQUESTS for an hour after the last card allowed */
  async refuseIfPaused(buyerId: string | null, from: OpenedFrom): Promise<void> {
    let longest = 0;
    for (const { where, values, most } of countedFor(buyerId, from)) {
      const row = await this.sql.row<{ ms: string | null }>(paused(where, most), values);
      longest = Math.max(longest, Number(row?.ms ?? 0));
    }
    if (longest === 0) return;
    const seconds = Math.max(1, Math.ceil(longest / 1000));
    throw new ApiError(429, 'TOO_MANY_REQUESTS', 'Too many cards were declined, please try later.', undefined, seconds);
  }

  /** @returns whether the card that is being noted is the fifth of this buyer, or on this payment, or a later one */
  async isTooOften(purchase: Purchase): Promise<boolean> {
    for (const { where, values, most } of countedFor(purchase.buyerId ?? null, purchase, purchase.id)) {
      const row = await this.sql.row<{ earlier: number }>(earlier(where), values);
      if (row!.earlier + 1 >= most) return true;
    }
    return false;
  }

  /** A report that was lost and found again says nothing about this hour. */
  static isRecent(at: Date, now: Date): boolean {
    return now.getTime() - at.getTime() < WINDOW_MS;
  }

  private keyOf(prefix: string): string {
    return deriveToken(this.config.tokenSecret, 'opened-from', prefix).slice(0, 27);
  }
}

const guests = (column: string, value: string, most: number): Counted => ({
  where: `u.buyer_id is null and ${column} = $1`,
  values: [value],
  most,
});

/** @param purchaseId counts also when its network is no longer stored */
function countedFor(
  buyerId: string | null,
  { openedFrom, openedFromWide }: OpenedFrom,
  purchaseId?: string,
): Counted[] {
  if (buyerId) return [{ where: 'u.buyer_id = $1', values: [buyerId], most: MAX_DECLINES }];
  return [
    ...(openedFrom ? [guests('u.opened_from', openedFrom, MAX_DECLINES)] : []),
    ...(openedFromWide ? [guests('u.opened_from_wide', openedFromWide, WIDER * MAX_DECLINES)] : []),
    ...(purchaseId ? [guests('u.id', purchaseId, MAX_DECLINES)] : []),
  ];
}

const HOUR = `interval '${WINDOW_MS} milliseconds'`;

/** Whatever the report did not count for (too late, not of this shop) has another outcome. */
const declined = (where: string) => `
from webhook_inbox i join purchases u on u.payment_intent_id = i.object_id
where i.type = 'payment_intent.payment_failed' and i.outcome = 'applied' and ${where}`;

const earlier = (where: string) =>
  `select count(*)::int as earlier ${declined(where)} and i.received_at > now() - ${HOUR}`;

const paused = (where: string, most: number) => `
select extract(epoch from max(received_at) + ${HOUR} - now()) * 1000 as ms
from (select i.received_at, lag(i.received_at, ${most - 1}) over (order by i.received_at) as first
      ${declined(where)} and i.received_at > now() - 2 * ${HOUR}) as declined
where first > received_at - ${HOUR} and received_at > now() - ${HOUR}`;
