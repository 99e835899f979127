import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProcessGroup } from './process/process-group.ts';
import { lockDataDirectory } from './data-directory.ts';
import { environment, migrationEnvironment } from './environment.ts';
import { freePort, isPortFree, listenProblem } from './free-port.ts';
import { checkConfiguredServices } from './configured-services.ts';
import { type ProgramOptions, runProgram } from './process/program.ts';
import { builtPrograms, type ProgramSource } from './program-source.ts';
import { projectRoot } from './project-root.ts';
import { createProgress, type Progress } from './progress.ts';
import { loadSecrets } from './secrets.ts';
import { readSettings, type Settings } from './settings.ts';
import { startFakes, type Fakes } from './fakes.ts';
import { explainFullDisk, StartError } from './start-error.ts';
import type { StripeControl } from './stripe/start-stripe.ts';

export interface ShopOptions {
  /** Default: DATA_DIR, or .data in the project. */
  dataDir?: string;
  /** 0 = any free port. Default: PORT, or 3000. */
  port?: number;
  quiet?: boolean;
  /** Default: process.env. */
  env?: NodeJS.ProcessEnv;
  /** Whether the shop gets its demo patterns and accounts. Default: true. */
  demo?: boolean;
  /** Default: programs that are built as for production. */
  programs?: ProgramSource;
  /** An abort of this signal during the start stops all processes, and `startShop` throws the signal's reason. */
  signal?: AbortSignal;
  /**
   * An abort of this signal tells the process reaper to kill all processes when this process ends. The caller must therefore
   * exit immediately after the abort.
   */
  kill?: AbortSignal;
}

/** The addresses of the shop and its fakes; null for a fake that a real service replaces. */
export interface ShopUrls {
  url: string;
  api: string;
  mail: string | null;
  s3: string | null;
  stripe: string | null;
  database: string;
  operations: string;
  /** The probes /live and /ready are on the same ports. */
  metrics: { api: string; workers: string };
}

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

export interface Shop {
  urls: ShopUrls;
  /** The address of the API itself; `urls` are for visitors. */
  apiUrl: string;
  dataDir: string;
  demoAccounts: DemoAccount[];
  stripe: StripeControl | undefined;
  /** Resolves when a process ends unexpectedly; the other processes run until `stop`. */
  failed: Promise<StartError>;
  stop(): Promise<void>;
}

/**
 * Starts the shop and waits until it is ready and, unless `demo` is false, contains the demo data.
 * @throws {StartError} with the reason; all started processes have then ended
 */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const root = projectRoot();
  const settings = await chooseSettings(root, options);
  const progress = createProgress(options);
  const lock = await lockDataDirectory(settings.dataDir, settings.publicUrl);
  try {
    await checkRequirements(settings);
  } catch (error) {
    lock.release();
    throw error;
  }

  progress.line(`Starting the shop at ${settings.publicUrl}`);
  const urlsFile = join(settings.dataDir, 'sandbox.json');
  const processes = new ProcessGroup(root, lock, settings.publicUrl, [urlsFile]);
  const abort = new AbortController();
  void processes.failed.then((error) => abort.abort(error));
  options.signal?.addEventListener('abort', () => abort.abort(options.signal?.reason));
  if (options.signal?.aborted) abort.abort(options.signal.reason);
  options.kill?.addEventListener('abort', () => processes.killAll());
  try {
    const { fakes, env, management, demoAccounts } = await startProcesses(
      root,
      settings,
      { programs: options.programs ?? builtPrograms, demo: options.demo ?? true },
      processes,
      progress,
      abort.signal,
    );
    const urls = shopUrls(settings, fakes, env, management);
    writeFileSync(urlsFile, JSON.stringify(urls, null, 2), { mode: 0o600 });
    return {
      urls,
      apiUrl: `http://127.0.0.1:${settings.port}`,
      dataDir: settings.dataDir,
      demoAccounts,
      stripe: fakes.stripe?.control,
      failed: processes.failed,
      stop: () => processes.stop(),
    };
  } catch (error) {
    await processes.stop();
    throw abort.signal.aborted ? abort.signal.reason : explainFullDisk(error, settings.dataDir);
  }
}

async function chooseSettings(root: string, { env = process.env, dataDir, port }: ShopOptions): Promise<Settings> {
  const chosen = port === 0 ? await freePort() : port;
  return readSettings(root, {
    ...env,
    ...(dataDir ? { DATA_DIR: dataDir } : {}),
    ...(chosen ? { PORT: String(chosen) } : {}),
  });
}

async function checkRequirements(settings: Settings): Promise<void> {
  const { port } = settings;
  if ((await listenProblem(port)) === 'EACCES') {
    throw new StartError(`Port ${port} needs root. Choose a port of 1024 or higher: PORT=3000 npm start`);
  }
  if (!(await isPortFree(port))) {
    throw new StartError(
      `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 100} npm start`,
    );
  }
  await checkConfiguredServices(settings);
}

async function startProcesses(
  root: string,
  settings: Settings,
  { programs, demo }: Required<Pick<ShopOptions, 'programs' | 'demo'>>,
  processes: ProcessGroup,
  progress: Progress,
  abort: AbortSignal,
) {
  const logs = join(settings.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const secrets = loadSecrets(settings.dataDir);
  const [started, built] = await Promise.allSettled([
    startFakes(settings, secrets, processes, progress),
    programs.prepare({ root, logs, progress, abort, dataDir: settings.dataDir }),
  ]);
  for (const outcome of [started, built]) if (outcome.status === 'rejected') throw outcome.reason;
  abort.throwIfAborted();
  const fakes = (started as PromiseFulfilledResult<Fakes>).value;
  const env = environment(root, settings, secrets, fakes);
  const management = { api: await freePort(), workers: await freePort() };
  const program = (name: string, file: string, port?: number) => ({
    name,
    args: [programs.file(file)],
    root,
    env: { ...env, ...(port && { MANAGEMENT_PORT: String(port) }) },
    log: join(logs, `${file}.log`),
  });

  await progress.step('Database schema', () =>
    runProgram(
      {
        ...program('The migration', 'migrate'),
        env: migrationEnvironment(env, settings, fakes),
      },
      abort,
    ),
  );
  await progress.step('API and workers', async () => {
    programs.start(processes, 'api', program('The API', 'api', management.api));
    programs.start(processes, 'workers', program('The workers', 'workers', management.workers));
    await waitUntilHealthy(settings.port, join(logs, 'api.log'), abort);
  });
  const seed = program('The demo shop', 'seed');
  return { fakes, env, management, demoAccounts: demo ? await seedDemoShop(seed, progress, abort) : [] };
}

async function seedDemoShop(seed: ProgramOptions, progress: Progress, abort: AbortSignal): Promise<DemoAccount[]> {
  let demoAccounts: DemoAccount[] = [];
  seed.args.push('sandbox/demo-shop/draw.ts');
  await progress.step('Demo shop', (note) =>
    runProgram(seed, abort, (line) => {
      const accounts = /^DEMO_ACCOUNTS (.+)$/.exec(line)?.[1];
      if (accounts) demoAccounts = JSON.parse(accounts) as DemoAccount[];
      else if (line.trim()) note(line.trim());
    }),
  );
  return demoAccounts;
}

async function waitUntilHealthy(port: number, log: string, abort: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt) {
    abort.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: abort }).catch(() => undefined);
    if (response?.ok) return;
    await pause(50);
  }
  throw new StartError('The API did not become healthy within a minute.', log);
}

function shopUrls(
  { publicUrl }: Settings,
  { mail, s3, stripe }: Fakes,
  env: NodeJS.ProcessEnv,
  { api, workers }: { api: number; workers: number },
): ShopUrls {
  return {
    url: publicUrl,
    api: `${publicUrl}/api`,
    mail: mail?.webUrl ?? null,
    s3: s3?.url ?? null,
    stripe: stripe?.url ?? null,
    database: env.DATABASE_URL ?? '',
    operations: `${publicUrl}/admin/operations`,
    metrics: { api: `http://127.0.0.1:${api}/metrics`, workers: `http://127.0.0.1:${workers}/metrics` },
  };
}
