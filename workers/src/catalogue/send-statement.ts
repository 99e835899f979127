import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import type { DecisionStatement } from '#backend/catalogue/moderation/decisions.contract.js';
import { GetStatementMail } from '#backend/catalogue/moderation/queries/get-statement-mail.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { action, greeting, paragraph } from '../mail/blocks.js';
import { mailContent } from '../mail/mail-content.js';
import { formatMoment } from '../mail/mail-format.js';
import { mailMessages, mailTexts } from '../mail/mail-messages.js';
import { MailService } from '../mail/mail-service.js';
import { mailTemplate } from '../mail/mail-template.js';
import type { Seller } from '../mail/seller.js';
import { redressBlocks, statementBlocks } from '../mail/statement-blocks.js';
import type { Job, JobContext } from '../job.js';

interface PatternDecidedProps {
  name: string | null;
  /** Null until the designer's mailbox is proven. */
  patternTitle: string | null;
  statement: DecisionStatement;
  /** The pattern in the studio. */
  link: string;
  seller: Seller;
}

export const patternDecided = mailTemplate('patternDecided', (props: PatternDecidedProps, locale) => {
  const { name, patternTitle, statement, link, seller } = props;
  const decidedAt = formatMoment(new Date(statement.decided_at), locale);
  const texts = mailTexts('patternDecided', locale, seller, { decidedAt, reviewed: statement.reviews ?? '' });
  // `dismissed` never occurs, because the designer gets no mail about dismissed reports. Only the type requires this branch.
  const outcome = statement.decision === 'dismissed' ? 'restored' : statement.decision;
  const rows: [string, string][] = patternTitle ? [[mailMessages[locale].frame.statement.pattern, patternTitle]] : [];
  return mailContent({ subject: texts.subject[outcome], preview: texts.preview, title: texts.title[outcome] }, [
    greeting(name, locale),
    paragraph(texts.outcome[outcome]),
    ...statementBlocks(statement, rows, locale),
    action(texts.action, link, locale),
    ...(outcome === 'restored' ? [] : redressBlocks(statement, seller, locale)),
  ]);
});

/** Gives the designer the statement of reasons for a decision about a pattern (Art. 17 DSA). */
@Injectable()
export class SendStatement implements Job<{ decisionId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ decisionId }: { decisionId: string }, { executionId }: JobContext): Promise<void> {
    const mail = await this.queries.execute(new GetStatementMail(decisionId));
    if (!mail) return;
    const { userId, email, displayName: name, language, patternId, patternTitle, statement } = mail;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId)))) return;
    const link = mailedScreen(this.config.publicUrl, language, `/studio/${patternId}`);
    await this.mails.send(patternDecided, language, email, executionId, { name, patternTitle, statement, link });
  }
}
