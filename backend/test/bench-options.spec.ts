import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { loadTestCommand, measuringCommand, numberFrom } from '../../bench/read-options.ts';
import { ROOT } from './support/cruise.js';

const PROGRAMS = ['bench', 'faults/faults', 'rehearsal/rehearse', 'rehearsal/soak'];

/** @returns exit code, standard output and standard error */
const run = (program: string, ...args: string[]) =>
  new Promise<[number, string, string]>((resolve) => {
    execFile(process.execPath, [join(ROOT, `bench/${program}.ts`), ...args], (error, out, err) =>
      resolve([error ? Number(error.code) : 0, out, err]),
    );
  });

const quiet = { writeErr: () => undefined };
const bench = (...args: string[]) =>
  measuringCommand('bench', 'Measures.', ['reads', 'search'])
    .option('--patterns <n>', 'sizes')
    .exitOverride()
    .configureOutput(quiet)
    .parse(args, { from: 'user' })
    .opts();
const soak = (...args: string[]) =>
  loadTestCommand('soak', 'Soaks.')
    .option('--minutes <n>', 'minutes', numberFrom(0), 30)
    .exitOverride()
    .configureOutput(quiet)
    .parse(args, { from: 'user' })
    .opts();

describe('every measuring program', () => {
  it.each(PROGRAMS)('prints its help: %s', async (program) => {
    const help = /^Usage: npm run .*--only.*--keep.*--json.*Exit codes: 0/s;
    expect(await run(program, '--help')).toEqual([0, expect.stringMatching(help), '']);
  });

  it('accepts --only, --keep and --json in addition to its own options', () => {
    expect(bench()).toEqual({ keep: false });
    const common = ['--only', 'search,reads', '--keep', '--json', 'out.json'];
    const expectedOptions = { only: ['search', 'reads'], keep: true, json: 'out.json' };
    expect(bench(...common, '--patterns', '10')).toEqual({ ...expectedOptions, patterns: '10' });
    expect(soak(...common)).toMatchObject({
      ...expectedOptions,
      overlay: 'production',
      rate: 200,
      connections: 50,
      minutes: 30,
    });
  });

  it.each([
    [['--only', 'nothing'], /--only.*There is no part nothing/],
    [['--only', ''], /--only.*name is empty/],
    [['--onyl', 'reads'], /--onyl/],
    [['surplus'], /too many arguments/],
  ])('refuses %j with the reason', (args, reason) => {
    expect(() => bench(...args)).toThrow(reason);
  });

  it.each([
    ['--rate', 'many'],
    ['--rate', ''],
    ['--minutes', '-1'],
    ['--connections', '0'],
  ])('refuses %s %j', (name, value) => {
    expect(() => soak(`${name}=${value}`)).toThrow(name);
  });

  it('refuses a warm-up that is not shorter than the soak', async () => {
    const refused = /^error: --warmup.*Usage: npm run soak/s;
    const soakWithoutMeasurement = run('rehearsal/soak', '--minutes', '2', '--warmup', '2');
    expect(await soakWithoutMeasurement).toEqual([1, '', expect.stringMatching(refused)]);
  });
});
