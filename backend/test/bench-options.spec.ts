import { readLoadOptions, readOptions } from '../../bench/read-options.ts';

const parts = ['reads', 'search', 'engine'];
const bench = (...args: string[]) => readOptions('bench', '[--patterns N]', { texts: ['patterns'], parts }, args);
const soak = (...args: string[]) =>
  readLoadOptions('soak', '[--minutes 30]', { minutes: 30, warmup: ({ minutes = 0 }) => minutes / 6 }, args);

describe('every measuring program', () => {
  it('takes --only, --keep and --json, beside its own options', () => {
    expect(bench()).toEqual({ keep: false });
    const common = ['--only', 'search,reads', '--keep', '--json', 'out.json'];
    const taken = { only: ['search', 'reads'], keep: true, json: 'out.json' };
    expect(bench(...common, '--patterns', '10')).toEqual({ ...taken, patterns: '10' });
    expect(soak(...common)).toMatchObject({ ...taken, overlay: 'production', rate: 200, connections: 50 });
  });

  it('works out a default from the numbers before it', () => {
    expect(soak('--minutes', '60')).toMatchObject({ minutes: 60, warmup: 10 });
    expect(soak('--minutes', '60', '--warmup', '1')).toMatchObject({ minutes: 60, warmup: 1 });
  });

  it.each([
    [['--only', 'nothing'], /there is no nothing/],
    [['--only', ''], /empty name/],
    [['--onyl', 'reads'], /--onyl/],
    [['surplus'], /surplus/],
  ])('says what is wrong with %j, and how it is called', (args, reason) => {
    expect(() => bench(...args)).toThrow(reason);
    expect(() => bench(...args)).toThrow(/usage: npm run bench -- \[--only NAME,...\].*\n.*--patterns/);
  });

  it.each([
    ['--rate', 'many'],
    ['--rate', ''],
    ['--minutes', '-1'],
    ['--connections', '0'],
  ])('refuses %s %j', (name, value) => {
    expect(() => soak(`${name}=${value}`)).toThrow(name);
  });
});
