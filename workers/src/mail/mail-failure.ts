/** A permanent failure: the mail server or this program refuses the mail, so a retry cannot succeed. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A temporary failure: a lost connection, a timeout, a 4xx reply or a wrong configuration. The mail is retried. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';

  /** @param about `server` when the server accepts no mail at all, `mail` when it refuses only this mail */
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
 * Classifies an error of nodemailer. Only a 5xx reply to the recipient or the message is permanent. A refused login, sender or
 * greeting is a configuration error, and the mail is sent when an operator has corrected it. 503 concerns the state of the SMTP
 * session (RFC 5321, 4.2.1), so it is temporary too.
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

/** Removes addresses, because errors are logged and stored, and SMTP replies often repeat the recipient. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"':,;()]+@[^\s<>"':,;()]+/g, '(address)').slice(0, 300);
}
