import { expect, type APIRequestContext } from '@playwright/test';
import { listMails } from '../../sandbox/mail/mail.ts';
import { findInMailpit, type FoundMail, isMailpit } from './mailpit.ts';

/** Waits up to 30 seconds for a mail. @returns the newest mail to the address whose subject matches */
export async function waitForMail(request: APIRequestContext, address: string, subject: RegExp): Promise<FoundMail> {
  const { mailboxUrl } = (await (await request.get('/config.json')).json()) as { mailboxUrl: string };
  const find = (await isMailpit(mailboxUrl)) ? findInMailpit : findInMailDev;
  let found: FoundMail | undefined;
  const search = async () => {
    found = await find(mailboxUrl, address, subject);
    return found?.subject;
  };
  await expect.poll(search, { message: `a mail to ${address} about ${subject}`, timeout: 30_000 }).toBeTruthy();
  return found!;
}

async function findInMailDev(mailboxUrl: string, address: string, subject: RegExp): Promise<FoundMail | undefined> {
  const mails = await listMails(mailboxUrl);
  return mails.findLast((mail) => mail.to.some((to) => to.address === address) && subject.test(mail.subject));
}

/** @returns the first link whose path ends with `path`. @throws {Error} when the mail has no such link */
export function findLink(mail: FoundMail, path: string): string {
  const text = mail.text ?? '';
  const link = text.match(/https?:\/\/[^\s<>)"]+/g)?.find((url) => new URL(url).pathname.endsWith(path));
  if (!link) throw new Error(`No link to ${path} in the mail:\n${text}`);
  return link;
}
