import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../platform/api-error.js';
import { Sql } from '../platform/database/sql.js';

export interface View {
  patternId: string;
  sessionHash: string;
  referrerHost: string | null;
  viewerId: string | null;
  bot: boolean;
}

interface Waiting {
  view: View;
  resolve(found: boolean): void;
  reject(error: unknown): void;
}

const MOST_WAITING = 10_000;
const MOST_AT_ONCE = 500;

// The order of the rows keeps two processes that save the same views from waiting for each other.
const STATEMENT = `
with asked as (
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::boolean[])
    as a (pattern_id, session_hash, referrer_host, viewer_id, bot)
), target as (
  select a.*, coalesce(d.user_id = a.viewer_id, false) as own
  from asked a join patterns p on p.id = a.pattern_id join designers d on d.id = p.designer_id
  where p.status = 'published'
), counting as (
  select distinct on (pattern_id, session_hash) pattern_id, session_hash, referrer_host
  from target where not own and not bot order by pattern_id, session_hash
), seen as (
  insert into view_seen (pattern_id, session_hash, time_window)
  select pattern_id, session_hash, floor(extract(epoch from now()) / 1800)::bigint from counting
  on conflict do nothing returning pattern_id, session_hash
), pending as (
  insert into view_pending (pattern_id, referrer_host)
  select pattern_id, c.referrer_host from seen join counting c using (pattern_id, session_hash)
)
select distinct pattern_id as id from target`;

/**
 * Saves views by the handful: those that arrive while one commit is under way share the next. Nobody is answered before
 * their own view is committed, so none is lost; what one view costs falls as more of them come.
 */
@Injectable()
export class ViewIntake {
  private readonly waiting: Waiting[] = [];
  private saving = false;

  constructor(private readonly sql: Sql) {}

  /** @returns whether there is such a pattern @throws ApiError 503 when more wait than can be saved soon */
  add(view: View): Promise<boolean> {
    if (this.waiting.length >= MOST_WAITING) throw tooManyWaiting();
    return new Promise((resolve, reject) => {
      this.waiting.push({ view, resolve, reject });
      void this.saveAll();
    });
  }

  private async saveAll(): Promise<void> {
    if (this.saving) return;
    this.saving = true;
    while (this.waiting.length > 0) {
      await nextTurn();
      await this.save(this.waiting.splice(0, MOST_AT_ONCE));
    }
    this.saving = false;
  }

  private async save(batch: Waiting[]): Promise<void> {
    try {
      const views = batch.map(({ view }) => view);
      const found = await this.sql.rows<{ id: string }>(STATEMENT, [
        views.map(({ patternId }) => patternId),
        views.map(({ sessionHash }) => sessionHash),
        views.map(({ referrerHost }) => referrerHost),
        views.map(({ viewerId }) => viewerId),
        views.map(({ bot }) => bot),
      ]);
      const ids = new Set(found.map(({ id }) => id));
      for (const { view, resolve } of batch) resolve(ids.has(view.patternId));
    } catch (error) {
      // No view can spoil the others: the database is away, and whoever waits is told so now and not a batch later.
      for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
    }
  }
}

const tooManyWaiting = () => new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1);
