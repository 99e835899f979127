import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '#backend/platform/config/config.js';
import { isErasedAddress } from '#backend/platform/mail/erased-address.js';
import type { Language } from '#backend/platform/language.js';
import { mails } from '#backend/platform/telemetry/metrics.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { NonRetryableError } from '../job.js';
import { MailRefused, MailUnavailable } from './mail-failure.js';
import { MailOutage } from './mail-outage.js';
import { Mailer, type OutgoingMail } from './mailer.js';
import { MAIL_NAMES, type MailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';
import { type Seller, sellerFrom } from './seller.js';
import { SentMails } from './sent-mails.js';

/** Renders and sends mails. A mail that the server refuses permanently is not retried. */
@Injectable()
export class MailService implements OnApplicationShutdown {
  private openMailer?: Mailer;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sent: SentMails,
    private readonly outage: MailOutage,
  ) {
    for (const letter of MAIL_NAMES)
      for (const outcome of ['sent', 'failed', 'refused']) mails.inc({ letter, outcome }, 0);
  }

  private get mailer(): Mailer {
    const { mail } = this.config;
    return (this.openMailer ??= new Mailer(mail));
  }

  async send<Props extends { seller: Seller }>(
    template: MailTemplate<Props>,
    locale: Language,
    to: string,
    messageId: string,
    props: Omit<Props, 'seller'>,
    options: Pick<OutgoingMail, 'listUnsubscribe' | 'attachments'> = {},
  ): Promise<void> {
    if (isErasedAddress(to)) return;
    if (this.sent.has(messageId)) return;
    const mail = await renderMail(template, locale, { ...props, seller: sellerFrom(this.config) } as Props);
    try {
      await this.mailer.send({ to, messageId, locale, ...mail, ...options });
      this.sent.add(messageId);
      this.outage.succeeded();
      mails.inc({ letter: template.name, outcome: 'sent' });
    } catch (error) {
      mails.inc({ letter: template.name, outcome: error instanceof MailRefused ? 'refused' : 'failed' });
      if (error instanceof MailRefused) throw new NonRetryableError(error.message);
      if (error instanceof MailUnavailable && error.about === 'mail') this.outage.refusedFor(to);
      else this.outage.failed();
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.openMailer?.close();
  }
}
