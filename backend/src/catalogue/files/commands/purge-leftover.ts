import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { Leftover } from '../queries/list-leftovers.js';

/**
 * Deletes the row of an unused upload. The caller must already have deleted the stored objects. An upload that has arrived
 * in the meantime keeps its row.
 */
export class PurgeLeftover extends Command<void> {
  constructor(readonly leftover: Leftover) {
    super();
  }
}

const DELETE = {
  file: `delete from pattern_files where id = $1 and state = 'awaiting-upload'`,
  picture: `delete from pattern_pictures where id = $1 and state in ('awaiting-upload', 'refused', 'removed')`,
};

@CommandHandler(PurgeLeftover)
export class PurgeLeftoverHandler implements ICommandHandler<PurgeLeftover> {
  constructor(private readonly sql: Sql) {}

  async execute({ leftover }: PurgeLeftover): Promise<void> {
    await this.sql.rows(DELETE[leftover.what], [leftover.id]);
  }
}
