/** The mail server, or we ourselves, will never deliver this mail. Trying again changes nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail could not be handed over now: connection, time-out, a 4xx reply or our own configuration. Try again later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';

  /** @param about whether the server took no mail at all, or answered about this one alone */
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
 * Sorts what nodemailer threw. Only a 5xx reply to the recipient or to the message is final: a refused log-in, sender
 * or greeting is a mistake of the operator, and the mail should go out once it is corrected. So is 503, which is about
 * the state of the session (RFC 5321, 4.2.1).
 */
export function mailFailure(error: unknown): MailRefused | MailUnavailable {
  const { code, command, responseCode = 0, response, message } = error as SmtpError;
  const reason = withoutAddresses(response ? `${command}: ${response}` : `${code ?? 'error'}: ${message}`);
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA';
  // "API": nodemailer itself did not take the envelope, and the server was not asked.
  const about = aboutTheMail || command === 'API' ? 'mail' : 'server';
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  return aboutTheMail && permanent ? new MailRefused(reason) : new MailUnavailable(reason, about);
}

/** Failures end up in logs and in the queue, where no address may stand; servers like to repeat it in their replies. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"':,;()]+@[^\s<>"':,;()]+/g, '(address)').slice(0, 300);
}
