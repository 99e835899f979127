import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

let directory: string;
let programs: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'process-reaper-spec-'));
  programs = [];
});

afterEach(() => {
  for (const program of programs) program.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a program that on SIGTERM writes a file and exits. */
async function startProgram(sigtermFile: string): Promise<ChildProcess> {
  const code = `process.on('SIGTERM', () => { fs.writeFileSync(${JSON.stringify(sigtermFile)}, ''); process.exit(); });
    console.log('up'); setInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  programs.push(program);
  await once(program.stdout!, 'data');
  return program;
}

/** Starts a process that starts a process reaper with this cleanup list and then executes the code in `then`. */
async function startOwner(cleanup: object, then: string) {
  const file = join(directory, 'owner.mts');
  writeFileSync(
    file,
    `import { startProcessReaper } from ${JSON.stringify(join(process.cwd(), 'sandbox/process/process-reaper.ts'))};
    const reaper = startProcessReaper(${JSON.stringify(process.cwd())});
    reaper.replaceList(${JSON.stringify(cleanup)});
    const { pid, began } = reaper;
    console.log(JSON.stringify({ pid, began }));
    ${then}`,
  );
  const owner = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(owner);
  const [output] = (await once(owner.stdout!, 'data')) as [Buffer];
  return { owner, reaper: JSON.parse(output.toString()) as ProcessIdentity };
}

describe('the process reaper', () => {
  it('ends the programs, then the servers, and deletes the files, when its owner was killed', async () => {
    const sigtermFile = join(directory, 'sigterm');
    const file = join(directory, 'sandbox.json');
    writeFileSync(file, '{}');
    const program = await startProgram(sigtermFile);
    const server = await startProgram(join(directory, 'never'));
    const serverEnded = once(server, 'exit');
    const cleanup = { programs: [identify(program.pid!)], servers: [identify(server.pid!)], files: [file] };
    const { owner } = await startOwner(cleanup, 'setInterval(() => {}, 1000);');

    owner.kill('SIGKILL');
    expect(await serverEnded).toEqual([null, 'SIGINT']);
    expect(existsSync(sigtermFile)).toBe(true);
    while (existsSync(file)) await pause(20);
  });

  it('ends no process when its owner has stopped the reaper', async () => {
    const program = await startProgram(join(directory, 'sigterm'));
    const identity = identify(program.pid!);
    const { reaper } = await startOwner({ programs: [identity], servers: [], files: [] }, 'reaper.stop();');
    while (isRunning(reaper)) await pause(20);
    expect(isRunning(identity)).toBe(true);
  });
});
