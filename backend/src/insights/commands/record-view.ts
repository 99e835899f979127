import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config.js';
import { notFound } from '../../platform/problem.js';
import { Sql } from '../../platform/sql.js';
import { CONFIG } from '../../platform/tokens.js';

/**
 * Somebody looked at a pattern. Counts once per session, pattern and half hour; bots and the pattern's own designer do
 * not count. The pending row is the event itself, so that thousands of views a second do not become as many jobs.
 * Fails with 404 PATTERN_NOT_FOUND.
 */
export class RecordView extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly view: { sessionId: string; referrer: string | null; userAgent: string; viewerId: string | null },
  ) {
    super();
  }
}

const BOT = /bot|crawl|spider|slurp|preview|fetch|monitor|headlesschrome\/.*lighthouse|curl|wget|python-requests/i;

const STATEMENT = `
with target as (
  select p.id, coalesce(d.user_id = $4::uuid, false) as own
  from patterns p join designers d on d.id = p.designer_id where p.id = $1 and p.status = 'published'
), seen as (
  insert into view_seen (pattern_id, session_hash, time_window)
  select id, $2, floor(extract(epoch from now()) / 1800)::bigint from target where not own and not $5::boolean
  on conflict do nothing returning pattern_id
), pending as (
  insert into view_pending (pattern_id, referrer_host) select pattern_id, $3 from seen
)
select exists (select 1 from target) as found`;

@CommandHandler(RecordView)
export class RecordViewHandler implements ICommandHandler<RecordView> {
  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ patternId, view }: RecordView): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const session = createHmac('sha256', this.config.tokenSecret)
      .update(`view|${day}|${view.sessionId}`)
      .digest('base64url');
    const row = await this.sql.row<{ found: boolean }>(STATEMENT, [
      patternId,
      session,
      hostOf(view.referrer),
      view.viewerId,
      BOT.test(view.userAgent),
    ]);
    if (!row?.found) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
  }
}

function hostOf(referrer: string | null): string | null {
  if (!referrer || !/^https?:/i.test(referrer) || !URL.canParse(referrer)) return null;
  return new URL(referrer).hostname.slice(0, 255) || null;
}
