/** What the journeys read of a mail, whatever mailbox it lies in. */
export interface FoundMail {
  subject: string;
  to: { address: string }[];
  text?: string;
}

/** As Mailpit's API returns it: https://mailpit.axllent.org/docs/api-v1/ */
interface MailpitMail {
  ID: string;
  Subject: string;
  To: { Address: string }[];
}

/** True when the mailbox is Mailpit; MailDev, the fake of `npm start`, knows no such address. */
export async function isMailpit(mailboxUrl: string): Promise<boolean> {
  const answer = await fetch(`${mailboxUrl}/api/v1/info`);
  const json = answer.ok && answer.headers.get('content-type')?.startsWith('application/json');
  return Boolean(json) && 'Version' in ((await answer.json()) as object);
}

/** The newest mail to an address whose subject fits. */
export async function findInMailpit(
  mailboxUrl: string,
  address: string,
  subject: RegExp,
): Promise<FoundMail | undefined> {
  const query = new URLSearchParams({ query: `to:"${address}"`, limit: '50' });
  const { messages } = await read<{ messages: MailpitMail[] }>(`${mailboxUrl}/api/v1/search?${query}`);
  // The search takes parts of addresses, too.
  const found = messages.find(
    ({ To, Subject }) => To.some(({ Address }) => Address === address) && subject.test(Subject),
  );
  if (!found) return undefined;
  const { Text } = await read<{ Text: string }>(`${mailboxUrl}/api/v1/message/${found.ID}`);
  return { subject: found.Subject, to: found.To.map(({ Address }) => ({ address: Address })), text: Text };
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Mailpit answered ${answer.status}`);
  return (await answer.json()) as T;
}
