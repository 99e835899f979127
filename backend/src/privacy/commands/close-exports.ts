import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Expires or cancels exports: those of a user who is being erased, or the given ones. */
export class CloseExports extends Command<void> {
  constructor(readonly which: { userId: string } | { requestIds: string[] }) {
    super();
  }
}

@CommandHandler(CloseExports)
export class CloseExportsHandler implements ICommandHandler<CloseExports> {
  constructor(private readonly sql: Sql) {}

  async execute({ which }: CloseExports): Promise<void> {
    const [column, value] = 'userId' in which ? ['user_id', [which.userId]] : ['id', which.requestIds];
    await this.sql.rows(
      `update export_requests set state = case when state = 'ready' then 'expired' else 'cancelled' end
       where ${column} = any($1::uuid[]) and state in ('queued', 'running', 'ready')`,
      [value],
    );
  }
}
