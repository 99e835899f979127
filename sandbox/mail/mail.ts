import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';

export interface MailOptions {
  /** 0 = any free port. */
  smtpPort: number;
  /** 0 = any free port. */
  webPort: number;
  /** The directory that keeps the mails across restarts. Default: a temporary directory that close() removes. */
  directory?: string;
}

export interface Mail {
  smtpUrl: string;
  /** URL of the mailbox, for browsers and for the functions below. */
  webUrl: string;
  pid: number;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  close(): Promise<void>;
}

export interface MailAddress {
  address: string;
  name?: string;
}

/** A received mail in the API of the mailbox. */
export interface ReceivedMail {
  id: string;
  /** Time of receipt, ISO 8601. */
  time: string;
  subject: string;
  from: MailAddress[];
  to: MailAddress[];
  cc?: MailAddress[];
  html?: string;
  text?: string;
  headers: Record<string, string | string[]>;
  attachments: { filename: string; generatedFileName: string; contentType: string; size?: number }[];
}

type Report = { smtpPort: number; webPort: number } | { error: string };

/** Starts a mail server on loopback that stores all mails and delivers none. @throws {Error} when a port is in use */
export async function startMail({ smtpPort, webPort, directory }: MailOptions): Promise<Mail> {
  const mails = directory ?? mkdtempSync(join(tmpdir(), 'mails-'));
  mkdirSync(mails, { recursive: true });
  const program = join(projectRoot(), 'sandbox/mail/mail-server.ts');
  const child = fork(program, [String(smtpPort), String(webPort), mails], {
    execArgv: [],
    // Detached: Ctrl-C must not end the mail server before the workers have sent their last mail.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    if (!directory) rmSync(mails, { recursive: true, force: true });
  };
  const report = await waitForReport(child);
  if ('error' in report) {
    await close();
    throw new Error(`The mail server did not start: ${report.error}`);
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${report.smtpPort}`,
    webUrl: `http://127.0.0.1:${report.webPort}`,
    pid: child.pid ?? 0,
    ended,
    close,
  };
}

/** @param webUrl the URL that startMail returned @returns all mails, the oldest first */
export async function listMails(webUrl: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${webUrl}/api/email`);
  if (!response.ok) throw new Error(`The mailbox responded with HTTP ${response.status}`);
  const mails = (await response.json()) as ReceivedMail[];
  return mails.sort((a, b) => a.time.localeCompare(b.time));
}

/** @param name the `generatedFileName` of the attachment */
export async function fetchAttachment(webUrl: string, mail: Pick<ReceivedMail, 'id'>, name: string): Promise<Buffer> {
  const response = await fetch(`${webUrl}/api/email/${mail.id}/attachment/${encodeURIComponent(name)}`);
  if (!response.ok) throw new Error(`The mailbox responded with HTTP ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Deletes all mails. */
export async function deleteMails(webUrl: string): Promise<void> {
  const response = await fetch(`${webUrl}/api/email/all`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`The mailbox responded with HTTP ${response.status}`);
}

function waitForReport(child: ChildProcess): Promise<Report> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)));
  return new Promise((resolve) => {
    child.once('message', (report) => resolve(report as Report));
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ error: output.trim().split('\n').at(-1) || `it exited with ${signal ?? `code ${code}`}` }),
    );
  });
}
