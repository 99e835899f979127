import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';

/**
 * Revokes the unused reset links that the same network requested for the same address before this reset. The worker runs
 * this command when the mail with the new link can be sent, so that a request without a mail revokes no working link.
 */
export class EndEarlierResets extends Command<void> {
  constructor(readonly resetId: string) {
    super();
  }
}

@CommandHandler(EndEarlierResets)
export class EndEarlierResetsHandler implements ICommandHandler<EndEarlierResets> {
  constructor(private readonly sql: Sql) {}

  async execute({ resetId }: EndEarlierResets): Promise<void> {
    await this.sql.rows(
      `update password_resets e set voided_at = now() from password_resets r
        where r.id = $1 and e.email_key = r.email_key and e.networks[1] = r.networks[1]
          and (e.requested_at, e.id) < (r.requested_at, r.id) and e.used_at is null and e.voided_at is null`,
      [resetId],
    );
  }
}
