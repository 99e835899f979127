import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentEvent } from '../payment-event.js';
import { PaymentEventEffects } from '../payment-event-handler.js';

/** A report came before the shop knew the payment it is about; now it does. */
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
    private readonly effects: PaymentEventEffects,
  ) {}

  @Transactional()
  async execute({ eventId }: ApplyLatePaymentEvent): Promise<void> {
    const [row] = await this.sql.rowsInTransaction<{ news: PaymentEvent }>(
      `select news from webhook_inbox where event_id = $1 and outcome = 'unmatched' and news is not null for update`,
      [eventId],
    );
    if (!row) return;
    const outcome = await this.effects.apply(row.news);
    await this.sql.rows('update webhook_inbox set outcome = $2 where event_id = $1', [eventId, outcome]);
  }
}
