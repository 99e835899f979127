import { ApiError } from '../../platform/api-error.js';
import type { Pattern } from '../patterns/pattern.entity.js';
import type { Sql } from '../../platform/database/sql.js';
import { type FileKind, VERSIONS_PER_DAY } from '../../platform/shop-rules.js';

/**
 * Limits the number of new versions per day for each kind of file of a published pattern. Refused files do not count. The
 * caller must hold the lock of the pattern.
 * @throws {ApiError} 429 VERSION_LIMIT
 */
export async function enforceVersionLimit(sql: Sql, pattern: Pattern, kind: FileKind): Promise<void> {
  if (!pattern.publishedAt) return;
  const row = await sql.row<{ used: number; secondsLeft: string }>(LAST_DAY, [
    pattern.id,
    kind,
    pattern.publishedAt,
    VERSIONS_PER_DAY,
  ]);
  const { used, secondsLeft } = row!;
  if (used < VERSIONS_PER_DAY) return;
  const message = `A file can have ${VERSIONS_PER_DAY} new versions a day.`;
  throw new ApiError(429, 'VERSION_LIMIT', message, undefined, Math.max(1, Math.ceil(Number(secondsLeft))));
}

const LAST_DAY = `
select count(*)::int as used, extract(epoch from min(uploaded_at) + interval '1 day' - now()) as "secondsLeft"
from (select uploaded_at from pattern_files
      where pattern_id = $1 and kind = $2 and version > 1 and uploaded_at > greatest($3::timestamptz, now() - interval '1 day')
        and state in ('uploaded', 'needs-confirmation', 'ready')
      order by uploaded_at desc limit $4) f`;
