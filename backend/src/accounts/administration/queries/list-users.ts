import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { ListedUser, UserFilters, UserPage } from '../admin-users.contract.js';
import { type AccountFields, userAnswer } from '../../user-answer.js';
import { pageNumbers } from '../../../platform/page-numbers.js';

/** Returns one page of all accounts, the newest first. A page beyond the last one is empty and contains the real totals. */
export class ListUsers extends Query<UserPage> {
  constructor(readonly filters: UserFilters) {
    super();
  }
}

/** Must equal the expression of the index `users_search`; otherwise PostgreSQL does not use the index. */
const SEARCH_TEXT = `(email_key || ' ' || username_key || ' ' || lower(display_name))`;

const MAX_WORDS = 5;

/** Adds one condition per word, because no index supports `like all`. */
const whereClause = (words: number) =>
  [
    `where closed_at is null and ($1::text is null or role = $1)`,
    ...Array.from({ length: words }, (_, index) => `${SEARCH_TEXT} like $${index + 2}`),
  ].join(' and ');

export const countStatement = (words: number) => `select count(*)::int as total from users ${whereClause(words)}`;

const listStatement = (words: number) => `
with page as (
  select id, email, username, display_name as "displayName", first_name as "firstName", last_name as "lastName",
         avatar_url as "avatarUrl", role, language, verified_at as "verifiedAt", created_at as "createdAt",
         suspended_at as "suspendedAt"
  from users ${whereClause(words)} order by created_at desc, id desc limit $${words + 2} offset $${words + 3}
)
select s.*,
       (select max(created_at) from sessions where user_id = s.id) as "lastSignInAt",
       (select count(*)::int from purchases where buyer_id = s.id and status = 'paid') as "purchaseCount",
       exists (select from second_factors f where f.user_id = s.id and f.confirmed_at is not null) as "secondFactor",
       (select json_build_object('reason', reason, 'ground', ground, 'clause', clause)
        from suspensions where user_id = s.id and lifted_at is null) as suspension
from page s order by s."createdAt" desc, s.id desc`;

type Row = AccountFields & { lastSignInAt: Date | null; suspendedAt: Date | null } & Pick<
    ListedUser,
    'purchaseCount' | 'secondFactor' | 'suspension'
  >;

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters }: ListUsers): Promise<UserPage> {
    const { search = '', role = null, page = 1, limit = 20 } = filters;
    const words = search.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
    const filter = [role, ...words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)];
    const [counted, rows] = await Promise.all([
      this.sql.row<{ total: number }>(countStatement(words.length), filter),
      this.sql.rows<Row>(listStatement(words.length), [...filter, limit, (page - 1) * limit]),
    ]);
    return { users: rows.map(toListedUser), ...pageNumbers(page, limit, counted!.total) };
  }
}

const toListedUser = ({
  lastSignInAt,
  purchaseCount,
  secondFactor,
  suspendedAt,
  suspension,
  ...user
}: Row): ListedUser => ({
  ...userAnswer(user),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  purchaseCount,
  secondFactor,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  suspension,
});
