import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessGroup } from './process/process-group.ts';
import { freePort } from './free-port.ts';
import { startMail, type Mail } from './mail/mail.ts';
import { createDatabase, databaseUrl, startPostgres } from './postgres/postgres.ts';
import { startS3 } from './s3/start-s3.ts';
import type { Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { startStripe, type RunningStripe } from './stripe/start-stripe.ts';

/** PostgreSQL and the fakes; undefined for each service for which the settings name a real one. */
export interface Fakes {
  databaseUrl: string | undefined;
  s3: { url: string } | undefined;
  mail: Mail | undefined;
  stripe: RunningStripe | undefined;
}

export const region = 'eu-central-1';

type Ports = Record<'s3' | 'stripe' | 'smtp' | 'mailbox', number>;

/** Starts PostgreSQL and the fakes in parallel, except where a real service is set. The process group stops them. */
export async function startFakes(
  settings: Settings,
  secrets: Secrets,
  processes: ProcessGroup,
  progress: Progress,
): Promise<Fakes> {
  const ports = await choosePorts(settings);
  const directory = (name: string) => join(settings.dataDir, name);
  const outcomes = await Promise.allSettled([
    settings.databaseUrl ? undefined : progress.step('PostgreSQL', () => startDatabase(settings.dataDir, processes)),
    settings.s3Endpoint
      ? undefined
      : progress.step('S3 storage (fake)', async () => {
          const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = secrets;
          const s3 = await startS3({
            directory: directory('s3'),
            port: ports.s3,
            accessKeyId,
            secretAccessKey,
            region,
          });
          processes.addService(() => s3.close());
          return s3;
        }),
    settings.smtpUrl
      ? undefined
      : progress.step('Mail server (fake)', async () => {
          const mail = await startMail({ smtpPort: ports.smtp, webPort: ports.mailbox, directory: directory('mail') });
          processes.addService(() => mail.close());
          processes.watchProcess('The mail server', mail);
          return mail;
        }),
    settings.stripeSecretKey
      ? undefined
      : progress.step('Card payments (fake)', async () => {
          const stripe = await startStripe({
            port: ports.stripe,
            secretKey: secrets.stripeSecretKey,
            publishableKey: secrets.stripePublishableKey,
            webhookUrl: `http://127.0.0.1:${settings.port}/api/payments/webhook`,
            webhookSecret: secrets.stripeWebhookSecret,
            directory: directory('stripe'),
          });
          processes.addService(() => stripe.close());
          return stripe;
        }),
  ] as const);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const [database, s3, mail, stripe] = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value);
  return { databaseUrl: database, s3, mail, stripe } as Fakes;
}

async function startDatabase(dataDir: string, processes: ProcessGroup): Promise<string> {
  const log = join(dataDir, 'logs/postgres.log');
  const server = await startPostgres({ directory: join(dataDir, 'postgres'), log });
  processes.addService(() => server.stop());
  processes.watchProcess('PostgreSQL', server, log, true);
  const name = 'shop';
  await createDatabase(server.url, name).catch((error: Error & { code?: string }) => {
    const duplicateDatabase = '42P04';
    if (error.code !== duplicateDatabase) throw error;
  });
  return databaseUrl(server.url, name);
}

/** Chooses the first free port for each fake: the port of the last start, one of PORT + 1 to PORT + 4, or any other. */
async function choosePorts({ dataDir, port }: Settings): Promise<Ports> {
  const file = join(dataDir, 'ports.json');
  const last = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Ports>) : {};
  const ports: Ports = { s3: 0, stripe: 0, smtp: 0, mailbox: 0 };
  const names = Object.keys(ports) as (keyof Ports)[];
  for (const [index, name] of names.entries()) {
    const usedPorts = Object.values(ports);
    const preferred = [last[name] ?? 0, port + 1 + index].filter((candidate) => !usedPorts.includes(candidate));
    do ports[name] = await freePort(preferred);
    while (usedPorts.includes(ports[name]));
  }
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}
