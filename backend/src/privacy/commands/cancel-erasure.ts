import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/**
 * Cancels an erasure that cannot begin, because the account belongs to the last administrator. The owner can request the
 * deletion again.
 */
export class CancelErasure extends Command<void> {
  constructor(readonly deletionId: string) {
    super();
  }
}

@CommandHandler(CancelErasure)
export class CancelErasureHandler implements ICommandHandler<CancelErasure> {
  constructor(private readonly sql: Sql) {}

  async execute({ deletionId }: CancelErasure): Promise<void> {
    await this.sql.rows(`update deletions set undone_at = now() where id = $1 and erased_at is null`, [deletionId]);
  }
}
