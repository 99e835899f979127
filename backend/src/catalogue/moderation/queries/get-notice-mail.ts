import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { Language } from '../../../platform/language.js';
import { STATEMENT } from '../statement-rows.js';
import type { DecisionStatement } from '../decisions.contract.js';

export interface NoticeMail {
  reference: string;
  patternId: string;
  reportedAt: Date;
  /** Null for a guest. */
  userId: string | null;
  email: string;
  language: Language;
  /** The decision of the mail; null for the receipt. */
  decision: DecisionStatement | null;
}

/** Data for the mails to the reporter of a pattern; null when there is no address, or the reporter's account is closed. */
export class GetNoticeMail extends Query<NoticeMail | null> {
  /** @param decisionId null for the receipt */
  constructor(
    readonly reportId: string,
    readonly decisionId: string | null = null,
  ) {
    super();
  }
}

@QueryHandler(GetNoticeMail)
export class GetNoticeMailHandler implements IQueryHandler<GetNoticeMail> {
  constructor(private readonly sql: Sql) {}

  execute({ reportId, decisionId }: GetNoticeMail): Promise<NoticeMail | null> {
    return this.sql.row<NoticeMail>(
      `select r.reference, r.pattern_id as "patternId", r.reported_at as "reportedAt", u.id as "userId",
              coalesce(u.email, r.notifier_email) as email, coalesce(u.language, r.locale, 'de') as language,
              (select ${STATEMENT} from pattern_decisions s where s.id = $2) as decision
       from pattern_reports r left join users u on u.id = r.reporter_id and u.closed_at is null
       where r.id = $1 and coalesce(u.email, r.notifier_email) is not null`,
      [reportId, decisionId],
    );
  }
}
