import { until } from '../../../test/support/settles.js';
import { logRepeats } from './log-repeats.js';

interface Line {
  err?: Error;
  queue?: string;
  repeated?: number;
}

const PAUSE_MS = 40;

function aLog(pauseMs: number) {
  const lines: Line[] = [];
  return { lines, complain: logRepeats((line) => lines.push(line), pauseMs) };
}
const lost = (id: number | string) => Object.assign(new Error(`connection ${id} lost`), { code: 'ECONNRESET' });

describe('logRepeats', () => {
  it('logs the number of suppressed errors, also when none follows', async () => {
    const { lines, complain } = aLog(PAUSE_MS);
    for (let n = 0; n < 1_000; n += 1) complain(lost(n));
    expect(lines).toEqual([{ err: lost(0) }]);
    await until('the number is written', async () => lines.length === 2);
    expect(lines[1]).toEqual({ err: lost(999), repeated: 999 });
  });

  it('logs one line per pause while errors continue, and counts all of them', async () => {
    const { lines, complain } = aLog(PAUSE_MS);
    let errors = 0;
    await until('three more lines', async () => {
      complain(lost((errors += 1)));
      return lines.length >= 4;
    });
    const counted = lines.reduce((sum, { repeated = 0 }) => sum + repeated, 1);
    expect([errors - 1, errors]).toContain(counted);
  });

  it('logs one line per place for errors of one code and name with different messages', () => {
    const { lines, complain } = aLog(60_000);
    for (let n = 0; n < 1_000; n += 1) {
      complain(lost(`${n}`.padStart(60, 'x')), { queue: n % 2 ? 'mail' : 'views' });
      complain(new TypeError(`no ${n}`));
    }
    expect(lines.map(({ err, queue }) => [err!.name, queue])).toEqual([
      ['Error', 'views'],
      ['TypeError', undefined],
      ['Error', 'mail'],
    ]);
  });
});
