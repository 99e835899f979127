import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentEvent } from '../payment-event.js';
import { PaymentEventHandler } from '../payment-event-handler.js';

/** Applies a stored Stripe event that arrived while its purchase was missing. */
export class ApplyLatePaymentEvent extends Command<void> {
  constructor(readonly eventId: string) {
    super();
  }
}

@CommandHandler(ApplyLatePaymentEvent)
export class ApplyLatePaymentEventHandler implements ICommandHandler<ApplyLatePaymentEvent> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly handler: PaymentEventHandler,
  ) {}

  @Transactional()
  async execute({ eventId }: ApplyLatePaymentEvent): Promise<void> {
    const [row] = await this.sql.rowsInTransaction<{ event: PaymentEvent }>(
      `select news as event from webhook_inbox where event_id = $1 and outcome = 'unmatched' and news is not null for update`,
      [eventId],
    );
    if (!row) return;
    const outcome = await this.handler.apply(row.event);
    await this.sql.rows('update webhook_inbox set outcome = $2 where event_id = $1', [eventId, outcome]);
  }
}
