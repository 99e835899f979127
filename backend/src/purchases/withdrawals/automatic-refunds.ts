import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import { Sql } from '../../platform/database/sql.js';
import { networkKeys } from '../../platform/network-keys.js';
import { REFUND_CHECK_DAYS } from '../../platform/shop-rules.js';
import { CONFIG } from '../../platform/tokens.js';

/**
 * What a refund shares with an automatic refund of the last REFUND_CHECK_DAYS days. `address`: the account or the e-mail
 * address.
 */
export const REPEATS = ['address', 'card', 'network'] as const;
export type Repeat = (typeof REPEATS)[number];

/**
 * The first automatic refund of a person, a card and a network within 30 days goes through; an administrator reviews the
 * next one. Otherwise a person could download patterns and withdraw again and again.
 */
@Injectable()
export class AutomaticRefunds {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records the automatic refund of the delivered orders of one withdrawal, unless it repeats an earlier one. The lock
   * serialises concurrent withdrawals until the transaction ends.
   * @returns what it repeats; an empty list when the refund is recorded
   */
  async admit(purchaseIds: string[], ip: string): Promise<Repeat[]> {
    if (purchaseIds.length === 0) return [];
    await advisoryLock('automatic refunds');
    const [networkKey] = networkKeys(this.config.tokenSecret, ip);
    const shared = (await this.sql.row<Record<Repeat, boolean>>(FIND, [purchaseIds, networkKey]))!;
    const repeats = REPEATS.filter((repeat) => shared[repeat]);
    if (repeats.length === 0) await this.sql.rows(RECORD, [purchaseIds, networkKey]);
    return repeats;
  }
}

/** A repeated withdrawal of the same orders is no second refund. */
const FIND = `
select coalesce(bool_or(o.buyer_id = u.buyer_id or o.buyer_email_key = u.buyer_email_key), false) as address,
       coalesce(bool_or(r.card_key = u.card_key), false) as card,
       coalesce(bool_or(r.network_key = $2), false) as network
from purchases u
left join automatic_refunds r on r.purchase_id <> all($1::uuid[]) and r.made_at > now() - interval '${REFUND_CHECK_DAYS} days'
left join purchases o on o.id = r.purchase_id
where u.id = any($1::uuid[])`;

const RECORD = `
insert into automatic_refunds (purchase_id, card_key, network_key, made_at)
select id, card_key, $2, now() from purchases where id = any($1::uuid[]) on conflict do nothing`;
