import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** An erasure that must not be: the shop would be without an administrator. Its owner may ask again. */
export class CallOffErasure extends Command<void> {
  constructor(readonly deletionId: string) {
    super();
  }
}

@CommandHandler(CallOffErasure)
export class CallOffErasureHandler implements ICommandHandler<CallOffErasure> {
  constructor(private readonly sql: Sql) {}

  async execute({ deletionId }: CallOffErasure): Promise<void> {
    await this.sql.rows(`update deletions set undone_at = now() where id = $1 and erased_at is null`, [deletionId]);
  }
}
