import { until } from '../../../test/support/settles.js';
import { logRepeats } from './log-repeats.js';

interface Line {
  err?: Error;
  queue?: string;
  repeated?: number;
}

const PAUSE_MS = 40;

function createLog(pauseMs: number) {
  const lines: Line[] = [];
  return { lines, logError: logRepeats((line) => lines.push(line), pauseMs) };
}
const createLostError = (id: number | string) =>
  Object.assign(new Error(`connection ${id} lost`), { code: 'ECONNRESET' });

describe('logRepeats', () => {
  it('logs the number of suppressed errors after the pause, even without a further error', async () => {
    const { lines, logError } = createLog(PAUSE_MS);
    for (let n = 0; n < 1_000; n += 1) logError(createLostError(n));
    expect(lines).toEqual([{ err: createLostError(0) }]);
    await until('the number is logged', async () => lines.length === 2);
    expect(lines[1]).toEqual({ err: createLostError(999), repeated: 999 });
  });

  it('logs one line per pause while errors continue, and counts every error', async () => {
    const { lines, logError } = createLog(PAUSE_MS);
    let errors = 0;
    await until('three more lines are logged', async () => {
      logError(createLostError((errors += 1)));
      return lines.length >= 4;
    });
    const counted = lines.reduce((sum, { repeated = 0 }) => sum + repeated, 1);
    expect([errors - 1, errors]).toContain(counted);
  });

  it('logs errors with the same queue, code and name as one line, even if their messages differ', () => {
    const { lines, logError } = createLog(60_000);
    for (let n = 0; n < 1_000; n += 1) {
      logError(createLostError(`${n}`.padStart(60, 'x')), { queue: n % 2 ? 'mail' : 'views' });
      logError(new TypeError(`no ${n}`));
    }
    expect(lines.map(({ err, queue }) => [err!.name, queue])).toEqual([
      ['Error', 'views'],
      ['TypeError', undefined],
      ['Error', 'mail'],
    ]);
  });
});
