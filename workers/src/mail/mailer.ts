import { SpanKind } from '@opentelemetry/api';
import type { Language } from '#backend/platform/language.js';
import { inSpan } from '#backend/platform/telemetry/spans.js';
import { createTransport } from 'nodemailer';
import { mailFailure, MailRefused, MailUnavailable } from './mail-failure.js';

export interface MailerSettings {
  /** `smtp://user:password@host:587` or `smtps://host:465`, with optional parameters such as `?requireTLS=true`. */
  smtpUrl: string;
  /** `shop@example.org` or `Shop <shop@example.org>`. Every Message-ID contains the host of this address. */
  from: string;
  replyTo?: string;
  /** Timeouts in milliseconds that replace the default ones. */
  timeouts?: Partial<typeof defaultTimeouts>;
}

export interface Attachment {
  fileName: string;
  pdf: Buffer;
}

export interface OutgoingMail {
  /** One address without a name. */
  to: string;
  /** The id of the job execution, the same for every attempt. Only letters, digits, `.`, `_` and `-` are allowed. */
  messageId: string;
  subject: string;
  html: string;
  text: string;
  locale: Language;
  attachments?: Attachment[];
  /** For newsletters: an https URL that ends the subscription on POST (RFC 8058). */
  listUnsubscribe?: string;
}

const defaultTimeouts = {
  connect: 5_000,
  /** Maximum time without data from the server. */
  silence: 10_000,
  /**
   * Maximum time for the whole mail. A server that sends its reply byte by byte is never silent, so `silence` is not enough.
   */
  total: 30_000,
};

const bareAddress = /^[^\s@<>(),:;"\\[\]]{1,64}@[^\s@<>(),:;"\\[\]]{1,255}$/;

/** Sends mails to an SMTP server through a small connection pool. */
export class Mailer {
  private readonly transport;
  private readonly host: string;
  private readonly timeouts: typeof defaultTimeouts;

  constructor(private readonly settings: MailerSettings) {
    const host = /@([a-z0-9.-]+)>?$/i.exec(settings.from)?.[1];
    if (!host) throw new Error('The sender of mails must be an address: "from" contains no address');
    this.host = host;
    refuseControlCharacters({ from: settings.from, replyTo: settings.replyTo });
    this.timeouts = { ...defaultTimeouts, ...settings.timeouts };
    this.transport = createTransport({
      url: settings.smtpUrl,
      pool: true,
      maxConnections: 3,
      // One immediate retry on another connection, because the server may have closed the pooled connection.
      maxRequeues: 1,
      connectionTimeout: this.timeouts.connect,
      dnsTimeout: this.timeouts.connect,
      greetingTimeout: this.timeouts.silence,
      socketTimeout: this.timeouts.silence,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Resolves when the server has accepted the mail. When the connection is lost before the server's final reply, the mail
   * counts as not sent. After a retry the mail can arrive twice, both times with the same Message-ID.
   * @throws {MailRefused} for a permanent failure
   * @throws {MailUnavailable} for a temporary failure
   */
  async send(outgoing: OutgoingMail): Promise<void> {
    const { to, messageId, subject, html, text, locale, attachments = [], listUnsubscribe } = outgoing;
    refuseControlCharacters({ to, messageId, subject, listUnsubscribe });
    if (!bareAddress.test(to)) throw new MailRefused('The recipient is not a single address without a name');
    if (!/^[\w.-]+$/.test(messageId))
      throw new MailRefused('The message id contains characters that are invalid in a header');
    const deadline = AbortSignal.timeout(this.timeouts.total);
    try {
      const mail = {
        from: this.settings.from,
        replyTo: this.settings.replyTo,
        to: { name: '', address: to },
        messageId: `<${messageId}@${this.host}>`,
        subject,
        html,
        text,
        attachments: attachments.map(({ fileName, pdf }) => ({
          filename: fileName,
          content: pdf,
          contentType: 'application/pdf',
        })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': locale,
          ...(listUnsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(listUnsubscribe && { list: { unsubscribe: listUnsubscribe } }),
        signal: deadline,
      };
      await inSpan('SMTP send', { kind: SpanKind.CLIENT }, () => this.transport.sendMail(mail));
    } catch (error) {
      if (deadline.aborted)
        throw new MailUnavailable(`The mail server took longer than ${this.timeouts.total} ms`, 'server');
      throw mailFailure(error);
    }
  }

  /** Finishes the mails that are being sent. Queued mails fail with MailUnavailable. */
  close(): void {
    this.transport.close();
  }
}

/** Prevents a line break in a value from adding a header, e.g. a Bcc. */
function refuseControlCharacters(headers: Record<string, string | undefined>): void {
  for (const [header, value] of Object.entries(headers)) {
    if (value && /\p{Cc}/u.test(value)) throw new MailRefused(`Control character in the mail header "${header}"`);
  }
}
