import { deleteMails, type Mail, startMail } from '#sandbox/mail/mail.ts';

export type Mailbox = Pick<Mail, 'smtpUrl' | 'webUrl' | 'close'>;

let taken = false;

/**
 * Opens an empty mailbox. The start of a mail server takes a second of CPU time, so the shops of one Jest worker use the
 * same server, one shop after the other. A second shop that is open at the same time gets its own server.
 */
export async function openMailbox(): Promise<Mailbox> {
  const shared = JSON.parse(process.env.TEST_MAILS ?? '[]') as Pick<Mail, 'smtpUrl' | 'webUrl'>[];
  const sharedByWorker = shared[Number(process.env.JEST_WORKER_ID) - 1];
  if (taken || !sharedByWorker) return startMail({ smtpPort: 0, webPort: 0 });
  taken = true;
  await deleteMails(sharedByWorker.webUrl);
  return {
    ...sharedByWorker,
    close: () => {
      taken = false;
      return Promise.resolve();
    },
  };
}
