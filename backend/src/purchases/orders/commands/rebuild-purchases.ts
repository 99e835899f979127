import { Logger } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { CardPayments } from '../../payments/card-payments.js';
import { type RebuildObstacle, RebuildPurchase } from './rebuild-purchase.js';

/** What was made again, by whomever, and which payments still have no purchase. */
export interface RebuiltPurchases {
  rebuilt: { orderNumber: string; paymentId: string }[];
  left: { paymentId: string; obstacle: RebuildObstacle | 'failed' }[];
  /** There may be older ones that were not looked at. */
  more: boolean;
}

/** Tries once more to make a purchase for each payment that has none. */
export class RebuildPurchases extends Command<RebuiltPurchases> {
  /**
   * @param begun from when on rebuilt purchases are named, also those that the workers made
   * @param since also asks the card provider for every payment since then, reported or not
   * @param asGuests payments whose buyers need no account: the addresses given with the cards get the purchases
   */
  constructor(
    readonly begun: Date,
    readonly since: Date | null,
    readonly asGuests: string[] = [],
  ) {
    super();
  }
}

/** Foreign payments on the same account stay unmatched for ever, and each costs a question. */
const MOST = 200;

@CommandHandler(RebuildPurchases)
export class RebuildPurchasesHandler implements ICommandHandler<RebuildPurchases> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly sql: Sql,
    private readonly cards: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  async execute({ begun, since, asGuests }: RebuildPurchases): Promise<RebuiltPurchases> {
    const listed = since ? await this.listUnknown(since) : [];
    const reported = await this.sql.rows<{ id: string }>(UNMATCHED);
    const left: RebuiltPurchases['left'] = [];
    for (const paymentId of new Set([...asGuests, ...listed, ...reported.map(({ id }) => id)])) {
      const outcome = await this.rebuild(paymentId, asGuests.includes(paymentId));
      if (outcome !== 'rebuilt' && outcome !== 'known' && outcome !== 'refunded')
        left.push({ paymentId, obstacle: outcome });
    }
    const rebuilt = await this.sql.rows<RebuiltPurchases['rebuilt'][number]>(REBUILT, [begun]);
    return { rebuilt, left, more: reported.length === MOST };
  }

  private async rebuild(paymentId: string, asGuest: boolean) {
    try {
      return await this.commands.execute(new RebuildPurchase(paymentId, asGuest));
    } catch (error) {
      this.logger.error({ err: error, paymentId }, 'purchase not rebuilt, may be tried again');
      return 'failed';
    }
  }

  /** Those of other systems on the same account have no seal. One that does not fit, as of an earlier secret, is for a person. */
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
group by object_id order by max(received_at) desc limit ${MOST}`;

const REBUILT = `
select u.order_number as "orderNumber", u.payment_intent_id as "paymentId"
from audit_entries a join purchases u on u.id = (a.details->>'purchaseId')::uuid
where a.action = 'purchases.rebuilt' and a.occurred_at >= $1 order by a.occurred_at`;
