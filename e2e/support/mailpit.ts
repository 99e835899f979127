/** A mail as the journeys read it from MailDev or Mailpit. */
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

/** True when the mailbox is Mailpit; MailDev, the fake of `npm start`, has no such endpoint. */
export async function isMailpit(mailboxUrl: string): Promise<boolean> {
  const response = await fetch(`${mailboxUrl}/api/v1/info`);
  const json = response.ok && response.headers.get('content-type')?.startsWith('application/json');
  return Boolean(json) && 'Version' in ((await response.json()) as object);
}

/** The newest mail to an address whose subject matches. */
export async function findInMailpit(
  mailboxUrl: string,
  address: string,
  subject: RegExp,
): Promise<FoundMail | undefined> {
  const query = new URLSearchParams({ query: `to:"${address}"`, limit: '50' });
  const { messages } = await read<{ messages: MailpitMail[] }>(`${mailboxUrl}/api/v1/search?${query}`);
  // The search also matches parts of addresses.
  const found = messages.find(
    ({ To, Subject }) => To.some(({ Address }) => Address === address) && subject.test(Subject),
  );
  if (!found) return undefined;
  const { Text } = await read<{ Text: string }>(`${mailboxUrl}/api/v1/message/${found.ID}`);
  return { subject: found.Subject, to: found.To.map(({ Address }) => ({ address: Address })), text: Text };
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Mailpit responded with ${response.status}`);
  return (await response.json()) as T;
}
