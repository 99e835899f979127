import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { FactorState } from '../second-factor.contract.js';

/** Whether an account has a second factor, and whether it needs one. */
export class GetSecondFactor extends Query<FactorState> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId }: GetSecondFactor): Promise<FactorState> {
    const row = await this.sql.row<{ role: string; confirmedAt: Date | null; left: number }>(
      `select u.role, f.confirmed_at as "confirmedAt",
              (select count(*)::int from recovery_codes where user_id = u.id and used_at is null) as left
         from users u left join second_factors f on f.user_id = u.id where u.id = $1`,
      [userId],
    );
    return {
      enabled: !!row?.confirmedAt,
      enabled_at: row?.confirmedAt?.toISOString() ?? null,
      recovery_codes_left: row?.left ?? 0,
      required: this.config.secondFactorRequired && row?.role !== 'user',
    };
  }
}
