import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../platform/database/sql.js';
import { CONSENT_TYPES, type ConsentType, USED_CONSENTS } from '../consent.js';
import type { ConsentAnswer } from '../consent.contract.js';

/** Returns the current consents of a user, and their history. */
export class GetConsents extends Query<ConsentAnswer> {
  constructor(readonly userId: string) {
    super();
  }
}

interface Row {
  type: ConsentType;
  granted: boolean;
  version: string;
  source: string;
  recordedAt: Date;
}

interface CurrentRow extends Row {
  grantedAt: Date | null;
}

@QueryHandler(GetConsents)
export class GetConsentsHandler implements IQueryHandler<GetConsents> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId }: GetConsents): Promise<ConsentAnswer> {
    const [current, history] = await Promise.all([
      this.sql.rows<CurrentRow>(CURRENT, [userId]),
      this.sql.rows<Row>(HISTORY, [userId]),
    ]);
    return {
      consents: CONSENT_TYPES.map((type) => {
        const state = current.find((row) => row.type === type);
        return {
          type,
          granted: state?.granted ?? false,
          used: USED_CONSENTS.includes(type),
          grantedAt: state?.grantedAt?.toISOString() ?? null,
          withdrawnAt: state && !state.granted ? state.recordedAt.toISOString() : null,
          version: state?.version ?? null,
        };
      }),
      history: history.map(({ recordedAt, ...row }) => ({ ...row, recordedAt: recordedAt.toISOString() })),
    };
  }
}

const CURRENT = `
select distinct on (type) type, granted, version, recorded_at as "recordedAt",
       max(recorded_at) filter (where granted) over (partition by type) as "grantedAt"
from consent_records where user_id = $1 order by type, recorded_at desc, id desc`;

const HISTORY = `
select type, granted, version, source, recorded_at as "recordedAt" from consent_records
where user_id = $1 order by recorded_at desc, id desc limit 200`;
