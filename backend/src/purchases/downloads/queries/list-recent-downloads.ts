import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { Sql } from '../../../platform/database/sql.js';
import { copyName } from '../copy-name.js';
import type { RecentDownload } from '../../purchases.contract.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';
import type { FileKind } from '../../../platform/shop-rules.js';

/** A user's latest granted downloads, newest first. */
export class ListRecentDownloads extends Query<RecentDownload[]> {
  constructor(
    readonly userId: string,
    readonly limit: number,
    readonly language: Language,
  ) {
    super();
  }
}

interface Row extends Omit<RecentDownload, 'fileName'>, Record<string, unknown> {
  kind: FileKind;
}

@QueryHandler(ListRecentDownloads)
export class ListRecentDownloadsHandler implements IQueryHandler<ListRecentDownloads> {
  constructor(private readonly sql: Sql) {}

  async execute({ userId, limit, language }: ListRecentDownloads): Promise<RecentDownload[]> {
    const rows = await this.sql.rows<Row>(
      `select g.id, ${patternTitle('$3::text')} as "patternTitle",
              f.kind, g.bytes::float8 as "bytesDownloaded", g.granted_at as "downloadDate",
              true as success
       from download_grants g
       join copies c on c.id = g.copy_id
       join pattern_files f on f.id = c.file_id
       join purchases u on u.id = c.purchase_id
       join patterns p on p.id = u.pattern_id
       where g.user_id = $1 order by g.granted_at desc limit $2`,
      [userId, limit, language],
    );
    return rows.map(({ kind, ...download }) => ({
      ...download,
      fileName: copyName(download.patternTitle, kind, language),
    }));
  }
}
