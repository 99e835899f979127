import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '../../platform/transactional.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentNews } from '../payment-report.js';
import { ReportEffects } from '../report-effects.js';

/** A report came before the shop knew the payment it is about; now it does. */
export class ApplyLateReport extends Command<void> {
  constructor(readonly eventId: string) {
    super();
  }
}

@CommandHandler(ApplyLateReport)
export class ApplyLateReportHandler implements ICommandHandler<ApplyLateReport> {
  constructor(
    private readonly em: EntityManager,
    private readonly effects: ReportEffects,
  ) {}

  @Transactional()
  async execute({ eventId }: ApplyLateReport): Promise<void> {
    const [row] = (await this.em.execute(
      `select news from webhook_inbox where event_id = ? and outcome = 'unmatched' and news is not null for update`,
      [eventId],
    )) as { news: PaymentNews }[];
    if (!row) return;
    const outcome = await this.effects.apply(row.news);
    await this.em.execute(`update webhook_inbox set outcome = ? where event_id = ?`, [outcome, eventId]);
  }
}
