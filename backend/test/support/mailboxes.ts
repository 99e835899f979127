import { deleteMails, type Mail, startMail } from '#sandbox/mail/mail.ts';

export type Mailbox = Pick<Mail, 'smtpUrl' | 'webUrl' | 'close'>;

let taken = false;

/**
 * Opens an empty mailbox. A mail server takes a second of CPU time to start, so the shops of one Jest worker reuse one; a
 * second open shop gets its own.
 */
export async function openMailbox(): Promise<Mailbox> {
  const shared = JSON.parse(process.env.TEST_MAILS ?? '[]') as Pick<Mail, 'smtpUrl' | 'webUrl'>[];
  const own = shared[Number(process.env.JEST_WORKER_ID) - 1];
  if (taken || !own) return startMail({ smtpPort: 0, webPort: 0 });
  taken = true;
  await deleteMails(own.webUrl);
  return {
    ...own,
    close: () => {
      taken = false;
      return Promise.resolve();
    },
  };
}
