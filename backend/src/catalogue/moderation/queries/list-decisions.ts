import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pageNumbers } from '../../../platform/page-numbers.js';
import { Sql } from '../../../platform/database/sql.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';
import type { DecisionFilters, DecisionPage, DecisionView } from '../decisions.contract.js';
import { STATEMENT } from '../statement-rows.js';

interface LogViewer {
  id: string;
  /** For `admin`, the list also contains the notifiers of each decision. */
  role: 'admin' | 'moderator' | 'user';
}

/** Lists the decisions of all moderators, the newest first. */
export class ListDecisions extends Query<DecisionPage> {
  constructor(
    readonly filters: DecisionFilters,
    readonly viewer: LogViewer,
  ) {
    super();
  }
}

/** The reports that the decision `s` resolved, and the report for which the decision was made. */
const REPORTS = `from pattern_reports r left join users u on u.id = r.reporter_id
  where (r.decision_id = s.id or r.id = s.report_id)`;

const MATCHING = `
from pattern_decisions s where ($1::text is null or s.decision = $1)
  and ($2::text is null or s.reference = upper($2)
       or exists (select ${REPORTS} and r.reference = upper($2)))`;

const LIST = `
select (select count(*)::int ${MATCHING}) as total,
  coalesce((select jsonb_agg(${STATEMENT} || jsonb_build_object(
      'id', s.id,
      'pattern_id', p.id,
      'pattern_title', ${patternTitle('$5::text')},
      'pattern_status', p.status,
      'designer_name', d.name,
      'moderator', m.username,
      'reports', array(select r.reference ${REPORTS} order by r.reference),
      'reviewed_by', (select n.reference from pattern_decisions n where n.reviews_id = s.id),
      'reviewable', s.decision <> 'upheld' and s.moderator_id is distinct from $6
        and not exists (select from pattern_decisions n where n.reviews_id = s.id)) || case when $7 then
      jsonb_build_object('notifiers', array(
        select jsonb_build_object('reference', r.reference, 'name', coalesce(r.notifier_name, u.display_name, u.username),
                                  'email', coalesce(r.notifier_email, u.email))
        ${REPORTS} and (r.reporter_id is not null or coalesce(r.notifier_name, r.notifier_email) is not null)
        order by r.reference)) else '{}' end order by s.decided_at desc, s.id desc)
    from (select * ${MATCHING} order by s.decided_at desc, s.id desc limit $3 offset $4) s
    join patterns p on p.id = s.pattern_id
    join designers d on d.id = p.designer_id
    left join users m on m.id = s.moderator_id), '[]') as decisions`;

@QueryHandler(ListDecisions)
export class ListDecisionsHandler implements IQueryHandler<ListDecisions> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters, viewer }: ListDecisions): Promise<DecisionPage> {
    const { decision = null, reference, page = 1, limit = 20, lang = 'de' } = filters;
    const row = await this.sql.row<{ total: number; decisions: DecisionView[] }>(LIST, [
      decision,
      reference?.trim() || null,
      limit,
      (page - 1) * limit,
      lang,
      viewer.id,
      viewer.role === 'admin',
    ]);
    return { decisions: row!.decisions, ...pageNumbers(page, limit, row!.total) };
  }
}
