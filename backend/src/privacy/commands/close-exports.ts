import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Marks the exports of one user or with the given ids: ready exports as expired, queued and running ones as cancelled. */
export class CloseExports extends Command<void> {
  constructor(readonly selection: { userId: string } | { requestIds: string[] }) {
    super();
  }
}

@CommandHandler(CloseExports)
export class CloseExportsHandler implements ICommandHandler<CloseExports> {
  constructor(private readonly sql: Sql) {}

  async execute({ selection }: CloseExports): Promise<void> {
    const [column, value] = 'userId' in selection ? ['user_id', [selection.userId]] : ['id', selection.requestIds];
    await this.sql.rows(
      `update export_requests set state = case when state = 'ready' then 'expired' else 'cancelled' end
       where ${column} = any($1::uuid[]) and state in ('queued', 'running', 'ready')`,
      [value],
    );
  }
}
