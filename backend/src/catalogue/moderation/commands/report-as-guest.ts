import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../../platform/api-error.js';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Outbox } from '../../../platform/events/outbox.js';
import type { Language } from '../../../platform/language.js';
import { emailKey } from '../../../platform/mail/email-address.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';
import { networkKeys } from '../../../platform/network-keys.js';
import { CONFIG } from '../../../platform/tokens.js';
import { PatternReported } from '../../catalogue.events.js';
import { Pattern } from '../../patterns/pattern.entity.js';
import { checkNotice, type Guest, type Notice } from '../notice-rules.js';
import { PatternReport } from '../pattern-report.entity.js';

/**
 * Reports a published pattern without an account (Art. 16 DSA). Every notice except a repeat is stored. The receipt is mailed
 * within the limits of unproven mail. The response is the same for every address, so it does not disclose accounts or earlier
 * reports.
 *
 * A repeat is the same notice within ten minutes, for example after a double click. It returns the reference of the first
 * one.
 * @returns the reference of the report
 * @throws {ApiError} 400 VALIDATION_FAILED, 404 PATTERN_NOT_FOUND
 */
export class ReportAsGuest extends Command<string> {
  constructor(
    readonly patternId: string,
    readonly notice: Notice,
    readonly guest: Guest & { locale: Language; ip: string },
  ) {
    super();
  }
}

/** All parts of the notice are compared, so only a client that knows the whole notice gets its reference. */
const FIND_REPEAT = `
select reference from pattern_reports
where pattern_id = $1 and reporter_id is null and reason = $2 and text = $3 and notifier_name is not distinct from $4
  and notifier_email_key is not distinct from $5 and reported_at > now() - interval '10 minutes' limit 1`;

@CommandHandler(ReportAsGuest)
export class ReportAsGuestHandler implements ICommandHandler<ReportAsGuest> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly mails: UnprovenMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ patternId, notice, guest }: ReportAsGuest): Promise<string> {
    checkNotice(notice, guest);
    const { name, email, locale, ip } = guest;
    // The row lock makes the second request of a double click wait, so that it finds the report of the first request.
    const pattern = await this.em.findOne(Pattern, { id: patternId, status: 'published' }, FOR_UPDATE);
    if (!pattern) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
    const key = email === null ? null : emailKey(email);
    const repeat = await this.sql.row<{ reference: string }>(FIND_REPEAT, [
      patternId,
      notice.reason,
      notice.text,
      name,
      key,
    ]);
    if (repeat) return repeat.reference;
    const id = uuidv7();
    const networks = networkKeys(this.config.tokenSecret, ip);
    const receiptLeftOut = email !== null && (await this.mails.admit({ id, to: email, networks })) !== null;
    const notifier = { notifierName: name, notifierEmail: email, notifierEmailKey: key, locale, receiptLeftOut };
    const details = { id, patternId, reporterId: null, reportedAt: new Date(), state: 'open' as const };
    const report = this.em.create(PatternReport, { ...details, ...notice, ...notifier });
    await this.em.persist(report).flush();
    if (email !== null && !receiptLeftOut) this.outbox.record(new PatternReported(id));
    return report.reference;
  }
}
