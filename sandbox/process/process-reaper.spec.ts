import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, lives, type ProcessIdentity } from './process-identity.ts';

let directory: string;
let programs: ChildProcess[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'undertaker-spec-'));
  programs = [];
});

afterEach(() => {
  for (const program of programs) program.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** A program that notes in a file when it is asked to end, and then ends. */
async function startProgram(asked: string): Promise<ChildProcess> {
  const code = `process.on('SIGTERM', () => { fs.writeFileSync(${JSON.stringify(asked)}, ''); process.exit(); });
    console.log('up'); setInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  programs.push(program);
  await once(program.stdout!, 'data');
  return program;
}

/** A process that hires an undertaker for the estate and does `then`. */
async function startOwner(estate: object, then: string) {
  const file = join(directory, 'owner.mts');
  writeFileSync(
    file,
    `import { hireUndertaker } from ${JSON.stringify(join(process.cwd(), 'sandbox/process/process-reaper.ts'))};
    const undertaker = hireUndertaker(${JSON.stringify(process.cwd())});
    undertaker.inherit(${JSON.stringify(estate)});
    const { pid, began } = undertaker;
    console.log(JSON.stringify({ pid, began }));
    ${then}`,
  );
  const owner = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(owner);
  const [said] = (await once(owner.stdout!, 'data')) as [Buffer];
  return { owner, undertaker: JSON.parse(said.toString()) as ProcessIdentity };
}

describe('the undertaker', () => {
  it('ends in order what a killed start leaves behind', async () => {
    const asked = join(directory, 'asked');
    const file = join(directory, 'sandbox.json');
    writeFileSync(file, '{}');
    const program = await startProgram(asked);
    const server = await startProgram(join(directory, 'never'));
    const serverEnded = once(server, 'exit');
    const estate = { programs: [identify(program.pid!)], servers: [identify(server.pid!)], files: [file] };
    const { owner } = await startOwner(estate, 'setInterval(() => {}, 1000);');

    owner.kill('SIGKILL');
    expect(await serverEnded).toEqual([null, 'SIGINT']);
    expect(existsSync(asked)).toBe(true);
    while (existsSync(file)) await pause(20);
  });

  it('touches nothing when it was dismissed', async () => {
    const program = await startProgram(join(directory, 'asked'));
    const identity = identify(program.pid!);
    const { undertaker } = await startOwner({ programs: [identity], servers: [], files: [] }, 'undertaker.dismiss();');
    while (lives(undertaker)) await pause(20);
    expect(lives(identity)).toBe(true);
  });
});
