import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';

/** Records that a step of an erasure is complete, or that the whole erasure is complete (`step` null). */
export class RecordErasureStep extends Command<void> {
  constructor(
    readonly deletionId: string,
    readonly step: string | null,
  ) {
    super();
  }
}

@CommandHandler(RecordErasureStep)
export class RecordErasureStepHandler implements ICommandHandler<RecordErasureStep> {
  constructor(private readonly sql: Sql) {}

  async execute({ deletionId, step }: RecordErasureStep): Promise<void> {
    const statement = step
      ? `insert into erasure_steps (user_id, step) select user_id, $2 from deletions where id = $1 on conflict do nothing`
      : `update deletions set erased_at = coalesce(erased_at, now()) where id = $1 and $2::text is null`;
    await this.sql.rows(statement, [deletionId, step]);
  }
}
