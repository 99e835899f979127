import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { SessionList, SessionView } from '../sessions.contract.js';

/** Lists the open sessions of an account. The current one is first, then the others, the last used first. */
export class ListSessions extends Query<SessionList> {
  constructor(
    readonly userId: string,
    readonly currentId: string,
  ) {
    super();
  }
}

/** Sessions beyond this number are not listed. */
const MAX_LISTED = 100;

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, currentId }: ListSessions): Promise<SessionList> {
    const sessions = await this.sql.rows<SessionView>(
      `select s.id, s.created_at, s.last_used_at, s.browser, s.os, s.id = $2 as current
         from sessions s
        where s.user_id = $1 and s.revoked_at is null and s.expires_at > now()
          and (s.id = $2 or exists (select from refresh_tokens t
                where t.session_id = s.id and t.used_at is null and t.expires_at > now()))
        order by s.id = $2 desc, s.last_used_at desc, s.id limit ${MAX_LISTED}`,
      [userId, currentId],
    );
    return { sessions };
  }
}
