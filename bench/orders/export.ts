import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { open } from 'yauzl';

export interface ExportFigures {
  /** Time from the request until the archive can be downloaded. */
  seconds: number;
  /** Rows in all tables of the archive. */
  rows: number;
  archiveBytes: number;
  /** Bytes of all files in the archive, uncompressed. */
  contentBytes: number;
  /** Highest reading of `memory` minus the first, in bytes; null without the option `memory`. */
  memoryGrowth: number | null;
  /** One line for each table whose number of archived rows is wrong. */
  wrongCounts: string[];
}

interface Options {
  /** URL of a shop with running workers. */
  url: string;
  databaseUrl: string;
  /** How often each inserted row repeats its text. The default gives about 60 MB of content. */
  repetitions?: number;
  /** @returns the memory of the process that builds the archive, in bytes */
  memory?: () => number;
  signal?: AbortSignal;
}

/** Number of rows to insert into each table; the audit log gets twice as many. */
const ROWS_PER_TABLE = 2_500;
const TIMEOUT_MS = 120_000;

/** Creates an account with ten thousand rows, requests its archive like a browser, and counts the archived rows. */
export async function measureExport(options: Options): Promise<ExportFigures> {
  const { url, databaseUrl, repetitions = 160, memory, signal } = options;
  const account = await register(url, signal);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const expected = await insertRows(client, account.id, repetitions).finally(() => client.end());

  const initialMemory = memory?.() ?? 0;
  let highest = initialMemory;
  const sampler = memory && setInterval(() => (highest = Math.max(highest, memory())), 50);
  const began = performance.now();
  try {
    const archive = await requestArchive(url, account.token, signal);
    const seconds = (performance.now() - began) / 1000;
    const { rows, contentBytes, archiveBytes } = await countRows(archive, signal);
    const wrong = Object.entries(expected).filter(([name, count]) => rows[name] !== count);
    return {
      seconds,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      archiveBytes,
      contentBytes,
      memoryGrowth: memory ? highest - initialMemory : null,
      wrongCounts: wrong.map(([name, count]) => `${name}: ${rows[name]} rows instead of ${count}`),
    };
  } finally {
    clearInterval(sampler);
  }
}

async function register(url: string, signal?: AbortSignal): Promise<{ id: string; token: string }> {
  const username = `export-${Math.random().toString(36).slice(2, 10)}`;
  const body = { email: `${username}@example.com`, password: 'Thread-and-needle-7', username };
  const { user, accessToken } = await call<{ user: { id: string }; accessToken: string }>(`${url}/api/auth/register`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal,
  });
  return { id: user.id, token: accessToken };
}

/** `buyer_email` begins with `=`, which the export must escape as a formula. @returns the expected archived rows by table */
async function insertRows(client: pg.Client, userId: string, repetitions: number): Promise<Record<string, number>> {
  const text = 'Nadel und Faden '.repeat(repetitions);
  await client.query(
    `insert into audit_entries (id, user_id, actor_id, action, details, occurred_at)
     select gen_random_uuid(), $1, $1, 'purchases.link-renewed', jsonb_build_object('note', $2::text || n), now()
     from generate_series(1, $3) n`,
    [userId, text, ROWS_PER_TABLE * 2],
  );
  await client.query(
    `insert into consent_records (id, user_id, type, granted, version, source, recorded_at)
     select gen_random_uuid(), $1, 'analytics', n % 2 = 0, $2, 'account', now() + n * interval '1 ms'
     from generate_series(1, $3) n`,
    [userId, text, ROWS_PER_TABLE],
  );
  await client.query(
    `insert into purchases (id, order_number, pattern_id, buyer_id, buyer_email, buyer_email_key, locale, amount_cents,
       currency, status, created_at, paid_at)
     select gen_random_uuid(), 'EXPORT-' || n || '-' || $1::uuid, (select id from patterns limit 1), $1::uuid, '=' || $2::text, 'x', 'de', 1290,
       'EUR', 'paid', now() - n * interval '1 s', now()
     from generate_series(1, $3) n`,
    [userId, text, ROWS_PER_TABLE],
  );
  // The request for the archive writes one more audit entry.
  return { 'audit-log': ROWS_PER_TABLE * 2 + 1, consents: ROWS_PER_TABLE, purchases: ROWS_PER_TABLE };
}

/** @returns the URL of the archive */
async function requestArchive(url: string, token: string, signal?: AbortSignal): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  await call(`${url}/api/gdpr/export`, { method: 'POST', headers, signal });
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const state = await call<{ status: string; downloadUrl: string | null }>(`${url}/api/gdpr/export/status`, {
      headers,
      signal,
    });
    if (state.downloadUrl) return state.downloadUrl;
    if (performance.now() > giveUpAt)
      throw new Error(`no archive after ${TIMEOUT_MS / 1000} s (status: ${state.status})`);
    await pause(50, undefined, { signal });
  }
}

/** Downloads an archive and counts its rows. Each row ends with CRLF, which the inserted texts do not contain. */
async function countRows(url: string, signal?: AbortSignal) {
  const directory = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    const file = join(directory, 'archive.zip');
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`the storage responded with HTTP ${response.status}`);
    await pipeline(Readable.fromWeb(response.body! as never), createWriteStream(file));
    return { ...(await readArchive(file)), archiveBytes: Number(response.headers.get('content-length')) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readArchive(file: string): Promise<{ rows: Record<string, number>; contentBytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ rows: Record<string, number>; contentBytes: number }>();
  const found = { rows: {} as Record<string, number>, contentBytes: 0 };
  open(file, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error);
    zip.on('error', reject).on('end', () => resolve(found));
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (failure, stream) => {
        if (failure) return reject(failure);
        const table = /^csv\/(.+)\.csv$/.exec(entry.fileName)?.[1];
        // The first line contains the headings.
        let rows = -1;
        stream.on('data', (chunk: Buffer) => {
          found.contentBytes += chunk.byteLength;
          for (let at = chunk.indexOf('\r'); at >= 0; at = chunk.indexOf('\r', at + 1)) rows += 1;
        });
        stream.on('error', reject).on('end', () => {
          if (table) found.rows[table] = rows;
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return promise;
}

async function call<T>(url: string, request: RequestInit): Promise<T> {
  const response = (await (await fetch(url, request)).json()) as { success: boolean; data: T; message?: string };
  if (!response.success) throw new Error(`${request.method ?? 'GET'} ${new URL(url).pathname}: ${response.message}`);
  return response.data;
}
