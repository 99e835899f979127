import { printTable } from '../table.ts';
import type { LoadReport } from './load-plan.ts';
import { flatnessOfRow, formatValue } from './soak-problems.ts';
import type { Row } from './soak-samples.ts';
import type { Measure } from './tolerances.ts';

const HEADINGS = [
  'process',
  'cores',
  'memory first, last',
  'change %',
  'per hour',
  'heap minimum first, last',
  'per hour',
  'external minimum first, last',
  'fds first, last',
  'handles first, last',
  'result',
];

/**
 * Prints the resources of each process in the first and the last third of the time after the warm-up.
 * @param warmUpEnd the end of the warm-up in seconds
 */
export function printSoak(line: (text: string) => void, rows: Row[], warmUpEnd: number): void {
  printTable(
    HEADINGS,
    rows.map((row) => cells(row, warmUpEnd)),
  );
  line('cores: CPU time per second after the warm-up; the rehearsal is measured without its load process.');
  line('first, last: thirds after the warm-up. memory: median of the resident memory in MiB (PostgreSQL: private).');
  line('minimum: lowest readings in MiB, after a garbage collection. per hour: slope of the minimums (Theil–Sen).');
  line(
    'fds: open files and sockets. handles: sockets, timers and other resources of Node; for PostgreSQL its connections.',
  );
}

export function printTimes(line: (text: string) => void, { statuses, thirds }: LoadReport): void {
  const responseCounts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  line(`Responses   ${responseCounts.join(', ')}`);
  const [first, , last] = thirds.map(({ p50, p99 }) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  line(`Times       first third after the warm-up ${first}; last third ${last}`);
}

function cells(row: Row, warmUpEnd: number): string[] {
  const flatness = (measure: Measure) => flatnessOfRow(row, measure, warmUpEnd);
  const firstAndLast = (measure: Measure, which: 'minimums' | 'medians') => {
    const result = flatness(measure)?.[which];
    return result ? `${formatValue(measure, result[0])} ${formatValue(measure, result[2]).padStart(6)}` : '';
  };
  const hourly = (measure: Measure) => {
    const result = flatness(measure);
    return result ? signed(formatValue(measure, result.perHour)) : '';
  };
  const memory = flatness('memory');
  const grown = memory ? signed(((memory.medians[2] / memory.medians[0] - 1) * 100).toFixed(1)) : '';
  const verdicts = (['memory', 'heap', 'external', 'descriptors', 'handles'] as const).map(
    (measure) => flatness(measure)?.verdict,
  );
  const verdict = verdicts.includes('grows') ? 'GROWS' : (memory?.verdict ?? 'not read');
  return [
    row.name,
    usedCores(row, warmUpEnd),
    firstAndLast('memory', 'medians'),
    grown,
    hourly('memory'),
    firstAndLast('heap', 'minimums'),
    hourly('heap'),
    firstAndLast('external', 'minimums'),
    firstAndLast('descriptors', 'medians'),
    firstAndLast('handles', 'medians'),
    row.judged ? verdict : 'not judged',
  ];
}

function usedCores({ processor }: Row, warmUpEnd: number): string {
  const [first, last] = [processor.find(({ at }) => at >= warmUpEnd), processor.at(-1)];
  if (!first || !last || last.at <= first.at) return '';
  return ((last.value - first.value) / 1_000 / (last.at - first.at)).toFixed(3);
}

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
