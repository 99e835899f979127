import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../../payments/card-payments.js';
import { type RebuildObstacle, RebuildPurchase } from './rebuild-purchase.js';

/** Purchases rebuilt by a worker or the operator, and payments that still have no purchase. */
export interface RebuiltPurchases {
  rebuilt: { orderNumber: string; paymentId: string }[];
  unresolved: { paymentId: string; obstacle: RebuildObstacle | 'failed' }[];
  /** Older payments may exist that were not checked. */
  more: boolean;
}

/** Retries RebuildPurchase for each payment without a purchase. */
export class RebuildPurchases extends Command<RebuiltPurchases> {
  /**
   * @param rebuiltSince start of the listed period; the workers' rebuilds are listed too
   * @param since also checks all payments at Stripe since this time, with or without an event
   * @param asGuests payment ids; their purchases become guest purchases of the e-mail addresses of the cards
   */
  constructor(
    readonly rebuiltSince: Date,
    readonly since: Date | null,
    readonly asGuests: string[] = [],
  ) {
    super();
  }
}

/** Limits the requests of a run: payments of other systems on the same Stripe account stay unmatched and cost one each. */
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
    const unknown = since ? await this.listUnknown(since) : [];
    const unmatched = await this.sql.rows<{ id: string }>(UNMATCHED);
    const unresolved: RebuiltPurchases['unresolved'] = [];
    for (const paymentId of new Set([...asGuests, ...unknown, ...unmatched.map(({ id }) => id)])) {
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
   * Skips payments without a seal: they belong to other systems. A payment whose seal was made with an earlier secret is
   * kept, because an operator must check it.
   */
  private async listUnknown(since: Date): Promise<string[]> {
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
