import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetVerificationMail } from '#backend/accounts/registration/queries/get-verification-mail.js';
import { verificationToken } from '#backend/accounts/registration/verification-token.js';
import type { Config } from '#backend/platform/config/config.js';
import { mailedScreen } from '#backend/platform/mail/mailed-screen.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { verification } from '../mail/expiring-link.js';
import { MailService } from '../mail/mail-service.js';
import type { Job, JobContext } from '../job.js';

/**
 * Sends the link that verifies an address. The job derives the token in the link, so no database, queue or log contains the
 * token.
 */
@Injectable()
export class SendVerification implements Job<{ verificationId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mails: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ verificationId }: { verificationId: string }, { executionId }: JobContext): Promise<void> {
    const request = await this.queries.execute(new GetVerificationMail(verificationId));
    if (!request || request.obsolete || request.expiresAt <= new Date()) return;
    const token = verificationToken(this.config.tokenSecret, verificationId);
    await this.mails.send(verification, request.language, request.email, executionId, {
      // The mail contains no name: an attacker can register with the address of another person and any text as name.
      name: null,
      link: mailedScreen(this.config.publicUrl, request.language, `/verify-email?token=${token}`),
      expiresAt: request.expiresAt,
    });
  }
}
