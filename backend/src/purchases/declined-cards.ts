import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Problem } from '../platform/problem.js';

/**
 * Whoever holds stolen card numbers tries them out on small orders. An honest buyer mistypes a card or takes a second
 * one; after five refusals within an hour it is not a buyer any more, or one whom an hour's pause does not hurt.
 */
const MAX_DECLINES = 5;
const WINDOW_MS = 3_600_000;

/** What the inbox knows about cards that were declined. Call it inside a transaction. */
@Injectable()
export class DeclinedCards {
  constructor(private readonly em: EntityManager) {}

  /** @throws Problem 429 TOO_MANY_REQUESTS for an hour after the fifth card */
  async refuseIfPaused(buyerId: string | null, buyerEmailKey: string): Promise<void> {
    const [row] = await this.em.execute<{ ms: string | null }[]>(PAUSED, [buyerId, buyerEmailKey, buyerId]);
    if (row?.ms == null) return;
    const seconds = Math.max(1, Math.ceil(Number(row.ms) / 1000));
    throw new Problem(429, 'TOO_MANY_REQUESTS', 'Too many cards were declined, please try later.', undefined, seconds);
  }

  /** @returns whether the card that is being noted is the fifth of this buyer or a later one */
  async isTooOften(buyerId: string | null, buyerEmailKey: string): Promise<boolean> {
    const [row] = await this.em.execute<{ earlier: number }[]>(EARLIER, [buyerId, buyerEmailKey, buyerId]);
    return row!.earlier + 1 >= MAX_DECLINES;
  }

  /** A report that was lost and found again says nothing about this hour. */
  static isRecent(at: Date, now: Date): boolean {
    return now.getTime() - at.getTime() < WINDOW_MS;
  }
}

const HOUR = `interval '${WINDOW_MS} milliseconds'`;

/** Whatever the report did not count for (too late, not of this shop) has another outcome. */
const DECLINED = `
from webhook_inbox i join purchases u on u.payment_intent_id = i.object_id
where i.type = 'payment_intent.payment_failed' and i.outcome = 'applied'
  and case when ?::uuid is null then u.buyer_id is null and u.buyer_email_key = ? else u.buyer_id = ? end`;

const EARLIER = `select count(*)::int as earlier ${DECLINED} and i.received_at > now() - ${HOUR}`;

const PAUSED = `
select extract(epoch from max(received_at) + ${HOUR} - now()) * 1000 as ms
from (select i.received_at, lag(i.received_at, ${MAX_DECLINES - 1}) over (order by i.received_at) as first
      ${DECLINED} and i.received_at > now() - 2 * ${HOUR}) as declined
where first > received_at - ${HOUR} and received_at > now() - ${HOUR}`;
