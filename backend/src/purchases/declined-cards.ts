import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { deriveToken } from '../platform/derived-token.js';
import { networkPrefix } from '../platform/http/network-prefix.js';
import { Problem } from '../platform/problem.js';
import { CONFIG } from '../platform/tokens.js';
import type { Purchase } from './purchase.entity.js';

/**
 * Whoever holds stolen card numbers tries them out on small orders. An honest buyer mistypes a card or takes a second
 * one; after five refusals within an hour it is not a buyer any more, or one whom an hour's pause does not hurt. A guest
 * is known by the network alone: addresses cost nothing, and with somebody else's one could pause its owner.
 */
const MAX_DECLINES = 5;
const WINDOW_MS = 3_600_000;

/** What the inbox knows about cards that were declined. Call it inside a transaction. */
@Injectable()
export class DeclinedCards {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Says nothing about the network but that it is the same. */
  networkOf(ip: string): string {
    return deriveToken(this.config.tokenSecret, 'opened-from', networkPrefix(ip)).slice(0, 27);
  }

  /** @throws Problem 429 TOO_MANY_REQUESTS for an hour after the fifth card */
  async refuseIfPaused(buyerId: string | null, openedFrom: string | null): Promise<void> {
    const [row] = await this.em.execute<{ ms: string | null }[]>(PAUSED, [buyerId, openedFrom, null, buyerId]);
    if (row?.ms == null) return;
    const seconds = Math.max(1, Math.ceil(Number(row.ms) / 1000));
    throw new Problem(429, 'TOO_MANY_REQUESTS', 'Too many cards were declined, please try later.', undefined, seconds);
  }

  /** @returns whether the card that is being noted is the fifth of this buyer, or on this payment, or a later one */
  async isTooOften({ id, buyerId = null, openedFrom = null }: Purchase): Promise<boolean> {
    const [row] = await this.em.execute<{ earlier: number }[]>(EARLIER, [buyerId, openedFrom, id, buyerId]);
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
  and case when ?::uuid is null then u.buyer_id is null and (u.opened_from = ? or u.id = ?) else u.buyer_id = ? end`;

const EARLIER = `select count(*)::int as earlier ${DECLINED} and i.received_at > now() - ${HOUR}`;

const PAUSED = `
select extract(epoch from max(received_at) + ${HOUR} - now()) * 1000 as ms
from (select i.received_at, lag(i.received_at, ${MAX_DECLINES - 1}) over (order by i.received_at) as first
      ${DECLINED} and i.received_at > now() - 2 * ${HOUR}) as declined
where first > received_at - ${HOUR} and received_at > now() - ${HOUR}`;
