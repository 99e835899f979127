import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { hostilePdfs } from './prepare/hostile-pdfs.js';
import type { Outcome } from './probe/hostile-process.js';

/** Reads the manifest of the worker that prepares masters. @returns the memory limit in bytes, and Node's heap option */
function readManifestMemory(): { memory: number; heap: string } {
  const { patches } = parse(readFileSync('k8s/base/workers/masters/kustomization.yaml', 'utf8')) as {
    patches: { patch: string }[];
  };
  const { patch } = patches[0]!;
  return {
    memory: Number(/limits: \{ memory: (\d+)Gi \}/.exec(patch)![1]) * 1024 ** 3,
    heap: /--max-old-space-size=\d+/.exec(patch)![0],
  };
}

interface MemoryGroup {
  join(pid: number): void;
  kills(): number;
  close(): void;
}

/** Creates a cgroup with this memory limit. @returns the group; when none can be created, one reason per cgroup version */
function createMemoryGroup(bytes: number): MemoryGroup | string[] {
  const reasons: string[] = [];
  const name = `hostile-${process.pid}`;
  const version = [
    { folder: `/sys/fs/cgroup/memory/${name}`, limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
    { folder: `/sys/fs/cgroup/${name}`, limit: 'memory.max', events: 'memory.events' },
  ].find(({ folder, limit }) => {
    try {
      mkdirSync(folder);
      if (existsSync(join(folder, limit))) return true;
      rmdirSync(folder);
      reasons.push(`${folder} has no ${limit}`);
    } catch (error) {
      reasons.push(`${(error as NodeJS.ErrnoException).code}: ${folder}`);
    }
    return false;
  });
  if (!version) return reasons;
  writeFileSync(join(version.folder, version.limit), String(bytes));
  return {
    join: (pid: number) => writeFileSync(join(version.folder, 'cgroup.procs'), String(pid)),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(version.folder, version.events), 'utf8'))![1]),
    close: () => rmdirSync(version.folder),
  };
}

describe('hostile files in a container with the limits of the manifest', () => {
  const outcomes: Outcome[] = [];
  let kills = 0;
  let container: { actual: number; expected: number };
  let group: MemoryGroup | undefined;
  let reasons: string[] = [];

  beforeAll(async () => {
    const { memory, heap } = readManifestMemory();
    const result = createMemoryGroup(memory);
    if (Array.isArray(result)) reasons = result;
    else group = result;
    const program = join(import.meta.dirname, 'probe/hostile-process.ts');
    const hooks = join(import.meta.dirname, 'run-from-source.ts');
    const child = spawn(process.execPath, [heap, '--import', hooks, program], { stdio: ['pipe', 'pipe', 'pipe'] });
    try {
      group?.join(child.pid!);
      child.stdin.end('go');
      const [room] = (await once(child.stderr, 'data')) as [Buffer];
      container = { actual: Number.parseInt(room.toString(), 10), expected: memory };
      for await (const line of createInterface(child.stdout)) outcomes.push(JSON.parse(line) as Outcome);
      kills = group?.kills() ?? 0;
    } finally {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      group?.close();
    }
    // The files take a minute of CPU time, and the machine can be busy.
  }, 900_000);

  it('are refused or accepted, and never kill the worker', () => {
    expect(outcomes).toHaveLength(hostilePdfs.length);
    expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
    expect(kills).toBe(0);
  });

  it('are decoded with the memory of the manifest, unless no cgroup can be created', () => {
    if (group) return expect(container.actual).toBe(container.expected);
    const refusal = /^(EACCES|EPERM|EROFS|ENOENT): | has no memory\./;
    expect(reasons).toEqual([expect.stringMatching(refusal), expect.stringMatching(refusal)]);
  });

  it('need at most 10 s of CPU time and 1 s per 10 MB', () => {
    const slow = outcomes.filter(
      ({ bytes, cpuSeconds }) => cpuSeconds > 10 + bytes / 10_000_000 + CPU_LIMIT_TOLERANCE_SECONDS,
    );
    expect(slow).toEqual([]);
  });

  it.each([
    'content of 300 MB of operators',
    'content of 200 MB of text',
    'a Flate stream in a Flate stream',
    'forms nested to a billion drawings',
    'forms nested to a billion drawings that share the resources of the page',
    'forms nested to a billion drawings under escaped names',
    'a form drawn a million times',
    'forms 20,000 deep',
    'an outline 3,000 deep',
    'form fields 1,500 deep',
    'a catalog of 40 MB in an object stream',
  ])('are refused permanently: %s', (name) => {
    expect(outcomes.find((outcome) => outcome.name === name)?.refused).toMatch(/^TOO_(COMPLEX|LARGE)$/);
  });

  it('are refused as unreadable when a reader cannot list their fields', () => {
    const outcome = outcomes.find(({ name }) => name === 'a field whose name is a list');
    expect(outcome?.refused).toBe('UNREADABLE');
  });

  it('are accepted up to the page limit', () => {
    const atLimit = outcomes.filter(({ name }) => name.endsWith('00 pages') || name.endsWith('01 pages'));
    expect(atLimit.map(({ refused }) => refused)).toEqual([null, 'TOO_MANY_PAGES']);
  });

  it('give no plan above 16 MB', () => {
    expect(outcomes.filter(({ planBytes }) => planBytes > 16 * 1024 ** 2)).toEqual([]);
    expect(outcomes.find(({ name }) => name.startsWith('an Info'))).toMatchObject({ refused: null });
  });

  it('are refused without drawing when they have nested forms', () => {
    const nested = outcomes.filter(({ name }) => name.startsWith('forms nested'));
    expect(nested.filter(({ cpuSeconds }) => cpuSeconds > 4)).toEqual([]);
  });
});

/** Tolerance for the CPU limit, because the kernel checks it once a second and ending a process takes time. */
const CPU_LIMIT_TOLERANCE_SECONDS = 1.5;
