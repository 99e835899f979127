import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outbox } from '../../../platform/events/outbox.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { PartialRefundRequested, RefundRequested } from '../../purchases.events.js';

/**
 * Reschedules refunds that Stripe has neither created nor refused. The job of a refund becomes a dead letter after 24 hours
 * of failed attempts, but the buyer must still get the money.
 * @returns the number of rescheduled refunds
 */
export class RescheduleRefunds extends Command<number> {}

@CommandHandler(RescheduleRefunds)
export class RescheduleRefundsHandler implements ICommandHandler<RescheduleRefunds> {
  private readonly logger = new Logger('Payments');

  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute(): Promise<number> {
    const overdue = await this.sql.rows<{ id: string; purchaseId: string; partial: boolean }>(CLAIM_OVERDUE);
    for (const { id, purchaseId, partial } of overdue) {
      this.outbox.record(partial ? new PartialRefundRequested(purchaseId, id) : new RefundRequested(purchaseId));
      this.logger.error({ purchaseId }, 'refund not made within a day, scheduled again');
    }
    return overdue.length;
  }
}

/** The job of a refund is retried for 24 hours. A second job in that time does no harm: it uses the same idempotency key. */
const CLAIM_OVERDUE = `
update refund_requests set announced_at = now()
where id = any(array(select id from refund_requests
                      where settled_at is null and failure is null and announced_at < now() - interval '25 hours'
                      order by announced_at limit 50 for update skip locked))
returning id, purchase_id as "purchaseId", amount_cents is not null as partial`;
