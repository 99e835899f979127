import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase, dropDatabase, startPostgres, type Postgres } from './postgres.ts';

let directory: string;
let running: Postgres[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'postgres-spec-'));
  chmodSync(directory, 0o755);
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start({ port, fast = true }: { port?: number; fast?: boolean } = {}): Promise<Postgres> {
  const server = await startPostgres({ directory, port, fast });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

describe('the PostgreSQL of npm start', () => {
  it('keeps data and port across a restart', async () => {
    const first = await start();
    const shop = await createDatabase(first.url, 'shop');
    await query(shop, 'CREATE TABLE kept AS SELECT 7 AS number');
    await first.stop();
    await expect(query(shop, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(shop, 'SELECT number FROM kept')).toEqual([7]);
  });

  it('recovers committed data after it was killed', async () => {
    const first = await start({ fast: false });
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;

    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, 'SELECT number FROM kept')).toEqual([7]);
  });

  it('ignores the pid file of a dead server when another process has the pid', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const pidFile = join(directory, 'data/postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)));

    const second = await start();
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  });

  it('uses the server that an earlier start left running', async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ pid: first.pid, url: first.url });
  });

  it('refuses data that another server uses', async () => {
    const first = await start();
    rmSync(join(directory, 'server.json'));
    await expect(start()).rejects.toThrow(`Another PostgreSQL server (process ${first.pid}) uses ${directory}/data`);
  });

  it('reports a port in use', async () => {
    const otherServer = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    const address = otherServer.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start({ port })).rejects.toThrow(`Port ${port} for PostgreSQL is in use`);
    otherServer.close();
  });

  it('initialises again after an interrupted first start', async () => {
    mkdirSync(join(directory, 'data.new'));
    writeFileSync(join(directory, 'data.new', 'PG_VERSION'), '18\n');
    expect(await query((await start()).url, 'SELECT 1')).toEqual([1]);
  });

  it("starts in a directory that the server's account cannot open, and finds its data at the next start", async () => {
    chmodSync(directory, 0o700);
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS number');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT number FROM kept')).toEqual([7]);
    await second.stop();
    if (process.getuid?.() === 0) rmSync(readFileSync(join(directory, 'location'), 'utf8').trim(), { recursive: true });
  });

  it('removes data in /var/tmp whose original directory was deleted', async () => {
    if (process.getuid?.() !== 0) return;
    chmodSync(directory, 0o700);
    await (await start()).stop();
    const home = readFileSync(join(directory, 'location'), 'utf8').trim();
    rmSync(directory, { recursive: true });
    mkdirSync(directory, { mode: 0o700 });
    await (await start()).stop();
    expect(existsSync(home)).toBe(false);
    rmSync(readFileSync(join(directory, 'location'), 'utf8').trim(), { recursive: true });
  });

  it('logs failed statements without their values', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE people (address text UNIQUE)');
    const insert = "INSERT INTO people VALUES ('lina@example.com')";
    await query(url, insert);
    await expect(query(url, insert)).rejects.toThrow(/duplicate key/);
    const log = readFileSync(join(directory, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('lina@example.com');
  });

  it('requires the password, which is in a file that only its owner can read', async () => {
    const { url } = await start();
    const guessed = new URL(url);
    guessed.password = 'guess';
    await expect(query(guessed.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  });

  it('creates a database from a template, and drops a database that has open connections', async () => {
    const { url } = await start();
    const template = await createDatabase(url, 'template shop');
    await query(template, 'CREATE TABLE kept AS SELECT 7 AS number');
    const created = await createDatabase(url, 'created', 'template shop');
    expect(await query(created, 'SELECT number FROM kept')).toEqual([7]);

    const client = new Client({ connectionString: created });
    await client.connect();
    const disconnected = new Promise((resolve) => client.on('error', resolve));
    await dropDatabase(url, 'created');
    await disconnected;
    await expect(query(created, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });
});
