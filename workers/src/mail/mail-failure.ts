/** A permanent failure: the mail server or this program refuses the mail, so a retry cannot succeed. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A temporary failure: a lost connection, a timeout, a 4xx reply or a wrong configuration. The mail is retried. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';

  /** @param about `server` when the server accepts no mail at all, `mail` when only this mail is refused */
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
 * Classifies an error of nodemailer. A failure is permanent only when the server answers RCPT TO or DATA with a 5xx reply
 * other than 503. 503 concerns the state of the SMTP session (RFC 5321, 4.2.1), so this failure is temporary. A 5xx greeting
 * or a 5xx reply to the login or to MAIL FROM means that the configuration is wrong: the mail is retried, and is sent when
 * an operator has corrected the configuration.
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

/** Removes e-mail addresses, because errors are logged and stored, and SMTP replies often repeat the recipient. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"':,;()]+@[^\s<>"':,;()]+/g, '(address)').slice(0, 300);
}
