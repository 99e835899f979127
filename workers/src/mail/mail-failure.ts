/** Permanent failure: the mail server or this program refuses the mail. A retry cannot succeed. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Temporary failure: connection, timeout, a 4xx reply or a configuration error. The mail is retried. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';

  /** @param about whether the server accepts no mail at all, or refuses this mail only */
  constructor(
    message: string,
    readonly about: 'server' | 'mail',
  ) {
    super(message);
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Classifies an error of nodemailer. Only a 5xx reply to the recipient or the message is permanent: a refused login, sender
 * or greeting is a configuration error, and the mail is sent after it is corrected. 503 concerns the state of the SMTP
 * session (RFC 5321, 4.2.1) and is temporary as well.
 */
export function mailFailure(error: unknown): MailRefused | MailUnavailable {
  const { code, command, responseCode = 0, response, message } = error as SmtpError;
  const reason = withoutAddresses(response ? `${command}: ${response}` : `${code ?? 'error'}: ${message}`);
  const concernsMail = command === 'RCPT TO' || command === 'DATA';
  // "API": nodemailer refused the envelope before it contacted the server.
  const about = concernsMail || command === 'API' ? 'mail' : 'server';
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  return concernsMail && permanent ? new MailRefused(reason) : new MailUnavailable(reason, about);
}

/** Removes addresses: errors are logged and stored in the queue, and SMTP replies often repeat the recipient. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"':,;()]+@[^\s<>"':,;()]+/g, '(address)').slice(0, 300);
}
