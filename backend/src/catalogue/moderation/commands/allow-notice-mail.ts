import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactional } from '../../../platform/database/transactional.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';
import { PatternReport } from '../pattern-report.entity.js';

/**
 * Decides whether a worker may mail a decision to the guest who has reported a pattern. If the receipt of the notice was
 * counted as an unproven mail, the decision is mailed too: the number of receipts already limits these mails. If the receipt
 * was skipped, the mail about the decision is counted for the mailbox and the shop. It counts for no network, because a
 * moderator causes it.
 * @param id the id of the mail; a retry of the same mail is counted once
 */
export class AllowNoticeMail extends Command<boolean> {
  constructor(
    readonly id: string,
    readonly reportId: string,
  ) {
    super();
  }
}

@CommandHandler(AllowNoticeMail)
export class AllowNoticeMailHandler implements ICommandHandler<AllowNoticeMail> {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: UnprovenMail,
  ) {}

  @Transactional()
  async execute({ id, reportId }: AllowNoticeMail): Promise<boolean> {
    const report = await this.em.findOne(PatternReport, reportId);
    if (!report?.notifierEmail) return false;
    if (!report.receiptLeftOut) return true;
    return (await this.mails.admit({ id, to: report.notifierEmail, networks: [] })) === null;
  }
}
