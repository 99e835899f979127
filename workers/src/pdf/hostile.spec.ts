import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { hostilePdfs } from './prepare/hostile-pdfs.js';
import type { Outcome } from './probe/hostile-process.js';

/**
 * Reads the Kubernetes manifest of the worker that prepares masters.
 * @returns the memory limit of the container in bytes, and Node's heap option
 */
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

/**
 * Creates a cgroup with this memory limit.
 * @returns the group, or the reason why each of the two cgroup versions has failed
 */
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

describe('hostile files in a container with the memory limit of the manifest', () => {
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
      const [reportedMemory] = (await once(child.stderr, 'data')) as [Buffer];
      container = { actual: Number.parseInt(reportedMemory.toString(), 10), expected: memory };
      for await (const line of createInterface(child.stdout)) outcomes.push(JSON.parse(line) as Outcome);
      kills = group?.kills() ?? 0;
    } finally {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      group?.close();
    }
    // Preparing all files takes a minute of CPU time. On a busy machine much more time passes.
  }, 900_000);

  it('are refused or accepted, and never kill the worker', () => {
    expect(outcomes).toHaveLength(hostilePdfs.length);
    expect(outcomes.filter(({ error }) => error !== null)).toEqual([]);
    expect(kills).toBe(0);
  });

  it('are decoded with the memory limit of the manifest, if a cgroup can be created', () => {
    if (group) return expect(container.actual).toBe(container.expected);
    const refusal = /^(EACCES|EPERM|EROFS|ENOENT): | has no memory\./;
    expect(reasons).toEqual([expect.stringMatching(refusal), expect.stringMatching(refusal)]);
  });

  it('need at most 10 s of CPU time plus 1 s per 10 MB of the file', () => {
    const slow = outcomes.filter(
      ({ bytes, cpuSeconds }) => cpuSeconds > 10 + bytes / 10_000_000 + CPU_LIMIT_TOLERANCE_SECONDS,
    );
    expect(slow).toEqual([]);
  });

  it.each([
    'content of 300 MB of operators',
    'content of 200 MB of text',
    'a Flate stream in a Flate stream',
    'nested forms that draw a billion times',
    'nested forms that draw a billion times with the resources of the page',
    'nested forms that draw a billion times under escaped names',
    'a form drawn a million times',
    'forms 20,000 deep',
    'an outline 3,000 deep',
    'form fields 1,500 deep',
    'a catalog of 40 MB in an object stream',
  ])('are refused permanently: %s', (name) => {
    expect(outcomes.find((outcome) => outcome.name === name)?.refused).toMatch(/^TOO_(COMPLEX|LARGE)$/);
  });

  it('are refused as unreadable when pdf.js cannot list their form fields', () => {
    const outcome = outcomes.find(({ name }) => name === 'a field whose name is a list');
    expect(outcome?.refused).toBe('UNREADABLE');
  });

  it('are accepted with 2,000 pages and refused with 2,001', () => {
    const atLimit = outcomes.filter(({ name }) => name.endsWith('00 pages') || name.endsWith('01 pages'));
    expect(atLimit.map(({ refused }) => refused)).toEqual([null, 'TOO_MANY_PAGES']);
  });

  it('give no plan that is larger than 16 MiB', () => {
    expect(outcomes.filter(({ planBytes }) => planBytes > 16 * 1024 ** 2)).toEqual([]);
    expect(outcomes.find(({ name }) => name.startsWith('an Info'))).toMatchObject({ refused: null });
  });

  it('are refused without drawing when nested forms would draw a billion times', () => {
    const nested = outcomes.filter(({ name }) => name.startsWith('nested forms'));
    expect(nested.filter(({ cpuSeconds }) => cpuSeconds > 4)).toEqual([]);
  });
});

/**
 * Tolerance for the limit on CPU time: the kernel checks the CPU time once a second, and a process takes some time to end.
 */
const CPU_LIMIT_TOLERANCE_SECONDS = 1.5;
