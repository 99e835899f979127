import { PDFDocument } from 'pdf-lib';
import { Client } from 'pg';
import sharp from 'sharp';
import { setTimeout as pause } from 'node:timers/promises';

export interface Account {
  email: string;
  password: string;
}

/** URLs of the shop and its database. */
export interface ShopUrls {
  url: string;
  databaseUrl: string;
}

interface GrantedUpload {
  file_id?: string;
  picture_id?: string;
  upload: { url: string; fields: Record<string, string> };
}

const NAMES = ['Sommerkleid', 'Wickelrock', 'Umhängetasche', 'Leinenhemd', 'Kissenhülle', 'Jerseyshirt'];
const TIMEOUT_MS = 120_000;

/** Publishes `count` patterns like a designer, each with a small PDF and a picture. @returns the designer's account */
export async function publishPatterns(
  { url, databaseUrl }: ShopUrls,
  count: number,
  abort: AbortSignal,
): Promise<Account> {
  const account = { email: 'designer@rehearsal.test', password: 'Thread-and-needle-7' };
  const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const headers = {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const content = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/api${path}`, { method, headers, signal: abort, ...content });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  await call('POST', '/auth/register', { ...account, username: 'rehearsal-designer' });
  await verifyEmail(databaseUrl, account.email);
  const { accessToken } = await call<{ accessToken: string }>('POST', '/auth/login', account);
  const [pdf, picture] = await Promise.all([createPdf(), createPicture()]);

  const upload = async (path: string, form: object, content: Buffer) => {
    const granted = await call<GrantedUpload>('POST', path, { ...form, bytes: content.length }, accessToken);
    const filled = new FormData();
    for (const [name, value] of Object.entries(granted.upload.fields)) filled.append(name, value);
    filled.append('file', new Blob([new Uint8Array(content)]), 'upload');
    const sent = await fetch(granted.upload.url, { method: 'POST', body: filled, signal: abort });
    if (!sent.ok) throw new Error(`the storage refused a file: HTTP ${sent.status}`);
    await call('POST', `${path}/${granted.file_id ?? granted.picture_id}/uploaded`, undefined, accessToken);
  };
  const publishPattern = async (number: number) => {
    const texts = {
      title: `${NAMES[number % NAMES.length]} ${number}`,
      description: 'Für die Probe genäht.',
      tags: [],
    };
    const fields = { category: 'Dresses', difficulty_level: 'Beginner', price: 990 + number, currency: 'EUR' };
    const { id } = await call<{ id: string }>('POST', '/patterns', { ...texts, ...fields }, accessToken);
    await upload(`/patterns/${id}/files`, { kind: 'a4', file_name: 'a4.pdf' }, pdf);
    await upload(`/patterns/${id}/pictures`, { content_type: 'image/jpeg' }, picture);
    const missing = async () =>
      (await call<{ missing: string[] }>('GET', `/users/patterns/${id}`, undefined, accessToken)).missing;
    const giveUpAt = performance.now() + TIMEOUT_MS;
    while ((await missing()).length > 0) {
      if (performance.now() > giveUpAt)
        throw new Error(`${texts.title} cannot be published; missing: ${await missing()}`);
      await pause(200);
    }
    await call('POST', `/patterns/${id}/publish`, undefined, accessToken);
  };
  await Promise.all(Array.from({ length: count }, (_, number) => publishPattern(number)));
  return account;
}

async function verifyEmail(databaseUrl: string, email: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update users set verified_at = now() where email_key = $1', [email]);
  } finally {
    await client.end();
  }
}

async function createPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < 3; page += 1) {
    document.addPage([595.28, 841.89]).drawRectangle({ x: 100, y: 300, width: 141.73, height: 141.73, borderWidth: 1 });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

const createPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer();
