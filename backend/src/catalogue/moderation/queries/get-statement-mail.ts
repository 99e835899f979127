import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import { patternTitle } from '../../../platform/database/shop-columns.js';
import { type AccountRecipient, recipientColumns } from '../../../platform/mail/account-recipient.js';
import type { DecisionStatement } from '../decisions.contract.js';
import { STATEMENT } from '../statement-rows.js';

export interface StatementMail extends AccountRecipient {
  patternId: string;
  /** Null until the mailbox is proven, like the name: before that, an attacker can have chosen the title. */
  patternTitle: string | null;
  statement: DecisionStatement;
}

/** Data for the statement of reasons to a designer; null when the designer has no account or a closed one. */
export class GetStatementMail extends Query<StatementMail | null> {
  constructor(readonly decisionId: string) {
    super();
  }
}

@QueryHandler(GetStatementMail)
export class GetStatementMailHandler implements IQueryHandler<GetStatementMail> {
  constructor(private readonly sql: Sql) {}

  execute({ decisionId }: GetStatementMail): Promise<StatementMail | null> {
    return this.sql.row<StatementMail>(
      `select ${recipientColumns()}, p.id as "patternId", ${STATEMENT} as statement,
              case when u.mailbox_proven_at is not null then ${patternTitle('u.language')} end as "patternTitle"
       from pattern_decisions s join patterns p on p.id = s.pattern_id join designers d on d.id = p.designer_id
         join users u on u.id = d.user_id and u.closed_at is null where s.id = $1`,
      [decisionId],
    );
  }
}
