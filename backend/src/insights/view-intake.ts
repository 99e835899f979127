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

interface PendingView {
  view: View;
  resolve(isOnSale: boolean): void;
  reject(error: unknown): void;
}

const MAX_PENDING = 10_000;
const BATCH = 500;

// Rows are inserted in sorted order, so that two processes that save the same views cannot deadlock.
const STATEMENT = `
with received as (
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::boolean[])
    as a (pattern_id, session_hash, referrer_host, viewer_id, bot)
), on_sale as (
  select a.*, coalesce(d.user_id = a.viewer_id, false) as own
  from received a join patterns p on p.id = a.pattern_id join designers d on d.id = p.designer_id
  where p.status = 'published'
), countable as (
  select distinct on (pattern_id, session_hash) pattern_id, session_hash, referrer_host
  from on_sale where not own and not bot order by pattern_id, session_hash
), first_views as (
  insert into view_seen (pattern_id, session_hash, time_window)
  select pattern_id, session_hash, floor(extract(epoch from now()) / 1800)::bigint from countable
  on conflict do nothing returning pattern_id, session_hash
), pending as (
  insert into view_pending (pattern_id, referrer_host)
  select pattern_id, c.referrer_host from first_views join countable c using (pattern_id, session_hash)
)
select distinct pattern_id as id from on_sale`;

/**
 * Saves views in batches: views that arrive during one commit share the next commit. A client gets the response after its
 * view is committed, so no view is lost.
 */
@Injectable()
export class ViewIntake {
  private readonly pending: PendingView[] = [];
  private saving = false;

  constructor(private readonly sql: Sql) {}

  /** @returns whether the pattern is on sale. @throws {ApiError} 503 UNAVAILABLE when too many views wait to be saved */
  add(view: View): Promise<boolean> {
    if (this.pending.length >= MAX_PENDING) throw tooManyPending();
    return new Promise((resolve, reject) => {
      this.pending.push({ view, resolve, reject });
      void this.saveAll();
    });
  }

  private async saveAll(): Promise<void> {
    if (this.saving) return;
    this.saving = true;
    while (this.pending.length > 0) {
      await nextTurn();
      await this.save(this.pending.splice(0, BATCH));
    }
    this.saving = false;
  }

  private async save(batch: PendingView[]): Promise<void> {
    try {
      const views = batch.map(({ view }) => view);
      const rows = await this.sql.rows<{ id: string }>(STATEMENT, [
        views.map(({ patternId }) => patternId),
        views.map(({ sessionHash }) => sessionHash),
        views.map(({ referrerHost }) => referrerHost),
        views.map(({ viewerId }) => viewerId),
        views.map(({ bot }) => bot),
      ]);
      const ids = new Set(rows.map(({ id }) => id));
      for (const { view, resolve } of batch) resolve(ids.has(view.patternId));
    } catch (error) {
      // A single view cannot cause an error. An error means that the database is unavailable, so all waiting requests fail.
      for (const { reject } of [...batch, ...this.pending.splice(0)]) reject(error);
    }
  }
}

const tooManyPending = () => new ApiError(503, 'UNAVAILABLE', 'Server error. Please try again later.', undefined, 1);
