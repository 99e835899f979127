import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { identify, isRunning } from './process/process-identity.ts';
import { loadSecrets } from './secrets.ts';

interface Outcome {
  code: number | null;
  output: string;
}

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'start-spec-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the program of `npm start` with a new data directory until it exits. */
async function start(env: NodeJS.ProcessEnv): Promise<Outcome> {
  const { PATH } = process.env;
  const complete = { PATH, DATA_DIR: join(directory, 'data'), PORT: String(await freePort()), ...env };
  const child: ChildProcess = spawn(process.execPath, ['sandbox/start.ts'], { env: complete });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

function listen(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
}

function serverPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('npm start prints the reason without a stack trace and leaves no process', () => {
  it('when its port is in use', async () => {
    const otherServer = await listen();
    const port = serverPort(otherServer);
    const { code, output } = await start({ PORT: String(port) });
    otherServer.close();
    expect(output.trim()).toBe(
      `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 100} npm start`,
    );
    expect(code).toBe(1);
    expect(existsSync(join(directory, 'data/running.json'))).toBe(false);
  });

  it.each(['', 'data'])('when DATA_DIR is a file, or a path inside a file: file/%s', async (below) => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(await start({ DATA_DIR: join(file, below) })).toEqual({
      code: 1,
      output: `\nDATA_DIR: ${file} is a file, not a directory.\n`,
    });
  });

  it('when DATA_DIR is not writable', async () => {
    // Root cannot create files in /proc either.
    expect(await start({ DATA_DIR: '/proc/shop' })).toEqual({
      code: 1,
      output: '\nDATA_DIR: /proc/shop is not writable. Choose another one: DATA_DIR=<directory> npm start\n',
    });
  });

  it('when a shop already uses the data directory', async () => {
    const data = join(directory, 'data');
    mkdirSync(data);
    const holder = { ...identify(process.pid), note: { url: 'http://localhost:4711', programs: [] } };
    writeFileSync(join(data, 'running.json'), JSON.stringify(holder));
    const { code, output } = await start({});
    expect(output.trim()).toBe(
      `The shop already runs on ${data}: http://localhost:4711 (process ${process.pid}). ` +
        'Stop it, or set DATA_DIR and PORT for another shop.',
    );
    expect(code).toBe(1);
  });

  it('when variables are invalid: one line per variable, with its name but not its value', async () => {
    const { code, output } = await start({
      PORT: '99999',
      DATABASE_URL: 'mysql://user:hush@host/shop',
      REDIS_URL: 'redis',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_ACCESS_KEY_ID: 'key',
      JWT_PRIVATE_KEY: 'hush',
    });
    expect(output.trim().split('\n').sort()).toEqual([
      'DATABASE_URL: not a URL that starts with postgres:// or postgresql://',
      'JWT_PRIVATE_KEY: not an EC P-256 private key in PEM form',
      'PORT: not a port number between 1 and 65535',
      'REDIS_URL: not a URL that starts with redis:// or rediss://',
      'S3_SECRET_ACCESS_KEY: missing; S3_ENDPOINT needs it',
    ]);
    expect(code).toBe(1);
    expect(existsSync(join(directory, 'data'))).toBe(false);
  });

  it('when REDIS_URL is set and the service does not respond', async () => {
    const port = await freePort();
    const { code, output } = await start({ REDIS_URL: `redis://127.0.0.1:${port}` });
    expect(output.trim()).toBe(
      `REDIS_URL: no response from 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port})`,
    );
    expect(code).toBe(1);
  });
});

describe('a start after another start was killed', () => {
  it('kills the programs of the earlier start', async () => {
    const leftover = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    const leftoverExit = new Promise((resolve) => leftover.once('exit', (_code, signal) => resolve(signal)));
    const program = identify(leftover.pid ?? 0);
    const otherServer = await listen();
    const data = join(directory, 'data');
    mkdirSync(data);
    const killedStart = { pid: process.pid, began: 'another time', note: { url: '', programs: [program] } };
    writeFileSync(join(data, 'running.json'), JSON.stringify(killedStart));

    const { output } = await start({ PORT: String(serverPort(otherServer)) });
    otherServer.close();
    expect(output).toContain('is in use by another program');
    expect(await leftoverExit).toBe('SIGKILL');
    expect(isRunning(program)).toBe(false);
  });

  it('does not kill an unrelated process that has the pid of an earlier program', async () => {
    const otherServer = await listen();
    const data = join(directory, 'data');
    mkdirSync(data);
    const otherProcess = { pid: process.pid, began: 'another time' };
    writeFileSync(
      join(data, 'running.json'),
      JSON.stringify({ ...otherProcess, note: { url: '', programs: [otherProcess] } }),
    );
    await start({ PORT: String(serverPort(otherServer)) });
    otherServer.close();
    expect(isRunning(identify(process.pid))).toBe(true);
    expect(existsSync(join(data, 'running.json'))).toBe(false);
  });
});

describe('the secrets of a data directory', () => {
  it('are created once and readable only by their owner', () => {
    const first = loadSecrets(directory);
    expect(loadSecrets(directory)).toEqual(first);
    expect(first.jwtPrivateKey).toContain('BEGIN PRIVATE KEY');
    const file = join(directory, 'secrets.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it('npm test prints one line when no test file matches', () => {
  for (const stage of ['jest', 'slow']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/test.ts', stage, 'no-such-name'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect({ status, output: stdout + stderr }).toEqual({
      status: 1,
      output: `No test file of "${stage}" matches: no-such-name\n`,
    });
  }
});
