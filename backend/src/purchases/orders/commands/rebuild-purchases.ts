import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../../payments/card-payments.js';
import { type RebuildObstacle, RebuildPurchase } from './rebuild-purchase.js';

/** Purchases that a worker or the operator has rebuilt, and payments that still have no purchase. */
export interface RebuiltPurchases {
  rebuilt: { orderNumber: string; paymentId: string }[];
  /** `failed`: the rebuild has thrown an error and can be retried. */
  unresolved: { paymentId: string; obstacle: RebuildObstacle | 'failed' }[];
  /** Whether the run reached its limit, so that older payments can remain unchecked. */
  more: boolean;
}

/** Retries RebuildPurchase for each payment without a purchase. */
export class RebuildPurchases extends Command<RebuiltPurchases> {
  /**
   * @param rebuiltSince a time: the result lists the purchases rebuilt since then, including those rebuilt by workers
   * @param since a time, or null: all payments that were created at Stripe since then are checked too, even if the inbox
   * contains no event for them
   * @param asGuests the ids of payments; if the buyer's account of one of these payments is missing, the purchase becomes a
   * guest purchase with the e-mail address entered with the card
   */
  constructor(
    readonly rebuiltSince: Date,
    readonly since: Date | null,
    readonly asGuests: string[] = [],
  ) {
    super();
  }
}

/**
 * Limits the requests to Stripe per run. Payments of other systems on the same Stripe account stay unmatched, and each of
 * them costs one request in each run.
 */
const MAX_UNMATCHED = 200;

@CommandHandler(RebuildPurchases)
export class RebuildPurchasesHandler implements ICommandHandler<RebuildPurchases> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ rebuiltSince, since, asGuests }: RebuildPurchases): Promise<RebuiltPurchases> {
    const withoutPurchase = since ? await this.listWithoutPurchase(since) : [];
    const unmatched = await this.sql.rows<{ id: string }>(UNMATCHED);
    const unresolved: RebuiltPurchases['unresolved'] = [];
    for (const paymentId of new Set([...asGuests, ...withoutPurchase, ...unmatched.map(({ id }) => id)])) {
      const outcome = await this.rebuild(paymentId, asGuests.includes(paymentId));
      if (outcome !== 'rebuilt' && outcome !== 'known' && outcome !== 'refunded')
        unresolved.push({ paymentId, obstacle: outcome });
    }
    const rebuilt = await this.sql.rows<RebuiltPurchases['rebuilt'][number]>(REBUILT, [rebuiltSince]);
    return { rebuilt, unresolved, more: unmatched.length === MAX_UNMATCHED };
  }

  private async rebuild(paymentId: string, asGuest: boolean) {
    try {
      return await this.commands.execute(new RebuildPurchase(paymentId, asGuest));
    } catch (error) {
      this.logger.error({ err: error, paymentId }, 'purchase not rebuilt, can be retried');
      return 'failed';
    }
  }

  /**
   * Lists the settled payments at Stripe that belong to no purchase. Payments of other systems are skipped: their metadata
   * have no seal (the signature of this shop, payment-metadata.ts). A payment whose seal was made with an earlier secret is
   * listed, because an operator must check it.
   */
  private async listWithoutPurchase(since: Date): Promise<string[]> {
    const ids: string[] = [];
    for await (const payment of this.cards.listSince(since))
      if (payment.state === 'succeeded' && payment.metadata.seal) ids.push(payment.id);
    const rows = await this.sql.rows<{ id: string }>(
      'select payment_intent_id as id from purchases where payment_intent_id = any($1)',
      [ids],
    );
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}

const UNMATCHED = `
select object_id as id from webhook_inbox where outcome = 'unmatched' and type = 'payment_intent.succeeded'
group by object_id order by max(received_at) desc limit ${MAX_UNMATCHED}`;

const REBUILT = `
select u.order_number as "orderNumber", u.payment_intent_id as "paymentId"
from audit_entries a join purchases u on u.id = (a.details->>'purchaseId')::uuid
where a.action = 'purchases.rebuilt' and a.occurred_at >= $1 order by a.occurred_at`;
