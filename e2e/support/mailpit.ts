/** A mail from MailDev or Mailpit, reduced to the fields that the journeys use. */
export interface FoundMail {
  subject: string;
  to: { address: string }[];
  text?: string;
}

/** A mail in a response of Mailpit's API: https://mailpit.axllent.org/docs/api-v1/ */
interface MailpitMail {
  ID: string;
  Subject: string;
  To: { Address: string }[];
}

/** @returns true for Mailpit, false for MailDev, which `npm start` uses and which lacks the requested endpoint */
export async function isMailpit(mailboxUrl: string): Promise<boolean> {
  const response = await fetch(`${mailboxUrl}/api/v1/info`);
  const json = response.ok && response.headers.get('content-type')?.startsWith('application/json');
  return Boolean(json) && 'Version' in ((await response.json()) as object);
}

/** @returns the newest mail to the address whose subject matches */
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
  if (!response.ok) throw new Error(`Mailpit responded with status ${response.status}`);
  return (await response.json()) as T;
}
