import { expect, type APIRequestContext } from '@playwright/test';
import { listMails, type ReceivedMail } from '../../sandbox/mail.ts';

/** The newest mail to an address whose subject fits, as soon as it is in the box. */
export async function mailTo(request: APIRequestContext, address: string, subject: RegExp): Promise<ReceivedMail> {
  const { mailboxUrl } = (await (await request.get('/config.json')).json()) as { mailboxUrl: string };
  let found: ReceivedMail | undefined;
  const search = async () => {
    const mails = await listMails(mailboxUrl);
    found = mails.findLast((mail) => mail.to.some((to) => to.address === address) && subject.test(mail.subject));
    return found?.subject;
  };
  await expect.poll(search, { message: `a mail to ${address} about ${subject}`, timeout: 30_000 }).toBeTruthy();
  return found!;
}

/** The first link of a mail that leads to a path of the shop. */
export function linkIn(mail: ReceivedMail, path: string): string {
  const text = mail.text ?? '';
  const link = text.match(/https?:\/\/[^\s<>)"]+/g)?.find((url) => new URL(url).pathname.endsWith(path));
  if (!link) throw new Error(`No link to ${path} in the mail:\n${text}`);
  return link;
}
