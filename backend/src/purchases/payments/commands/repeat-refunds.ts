import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { RefundRequested } from '../../purchases.events.js';

/**
 * Hands the refunds to the workers again that neither happened nor were refused: after a day of failures they are not
 * tried any more, and a buyer's money must not be forgotten over it. @returns how many
 */
export class RepeatRefunds extends Command<number> {}

@CommandHandler(RepeatRefunds)
export class RepeatRefundsHandler implements ICommandHandler<RepeatRefunds> {
  private readonly logger = new Logger('Payments');

  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute(): Promise<number> {
    const lost = await this.sql.rows<{ purchaseId: string }>(TAKE_LOST);
    for (const { purchaseId } of lost) {
      this.outbox.record(new RefundRequested(purchaseId));
      this.logger.error({ purchaseId }, 'a refund was not made within a day and is tried anew');
    }
    return lost.length;
  }
}

/** An hour more than the workers' patience. After a long stop two deliveries may work on one refund: their key is one. */
const TAKE_LOST = `
update refund_requests set announced_at = now()
where purchase_id = any(array(select purchase_id from refund_requests
                      where settled_at is null and failure is null and announced_at < now() - interval '25 hours'
                      order by announced_at limit 50 for update skip locked))
returning purchase_id as "purchaseId"`;
