import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/sql.js';

/** Drops who has seen what, once the half hour is over for which it has to be known. */
export class ForgetViews extends Command<void> {}

const STATEMENT = `
delete from view_seen where time_window < floor(extract(epoch from now()) / 1800)::bigint - 1`;

@CommandHandler(ForgetViews)
export class ForgetViewsHandler implements ICommandHandler<ForgetViews> {
  constructor(private readonly sql: Sql) {}

  async execute(): Promise<void> {
    await this.sql.rows(STATEMENT);
  }
}
