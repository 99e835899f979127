import { printTable } from '../table.ts';
import type { LoadReport } from './load-plan.ts';
import { figure, flatnessOfRow } from './soak-problems.ts';
import type { Row } from './soak-samples.ts';
import type { Measure } from './tolerances.ts';

const HEADINGS = [
  'process',
  'cores',
  'memory first, last',
  '%',
  'per hour',
  'heap floor first, last',
  'per hour',
  'external floor',
  'fds first, last',
  'handles first, last',
  '',
];

/**
 * Prints the resources of each process in the first and the last third of the time after the warm-up.
 * @param from end of the warm-up in seconds
 */
export function printSoak(line: (text: string) => void, rows: Row[], from: number): void {
  printTable(
    HEADINGS,
    rows.map((row) => cells(row, from)),
  );
  line('cores: CPU time per second after the warm-up; the rehearsal without its load process.');
  line('MiB. memory: resident, the median of each third; of PostgreSQL its private memory.');
  line('floor: the lowest readings, after a garbage collection; per hour: the slope of the floors (Theil–Sen).');
  line(
    'fds: open files and sockets; handles: active resources of Node (sockets, timers); of PostgreSQL its connections.',
  );
}

export function printTimes(line: (text: string) => void, { statuses, thirds }: LoadReport): void {
  const responseCounts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  line(`Responses   ${responseCounts.join(', ')}`);
  const [first, , last] = thirds.map(({ p50, p99 }) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  line(`Times       first third after the warm-up ${first}; last third ${last}`);
}

function cells(row: Row, from: number): string[] {
  const flatness = (measure: Measure) => flatnessOfRow(row, measure, from);
  const firstAndLast = (measure: Measure, which: 'floors' | 'medians') => {
    const result = flatness(measure)?.[which];
    return result ? `${figure(measure, result[0])} ${figure(measure, result[2]).padStart(6)}` : '';
  };
  const hourly = (measure: Measure) => {
    const result = flatness(measure);
    return result ? signed(figure(measure, result.perHour)) : '';
  };
  const memory = flatness('memory');
  const grown = memory ? signed(((memory.medians[2] / memory.medians[0] - 1) * 100).toFixed(1)) : '';
  const verdicts = (['memory', 'heap', 'external', 'descriptors', 'handles'] as const).map(
    (measure) => flatness(measure)?.verdict,
  );
  const verdict = verdicts.includes('grows') ? 'GROWS' : (memory?.verdict ?? 'not read');
  return [
    row.name,
    usedCores(row, from),
    firstAndLast('memory', 'medians'),
    grown,
    hourly('memory'),
    firstAndLast('heap', 'floors'),
    hourly('heap'),
    firstAndLast('external', 'floors'),
    firstAndLast('descriptors', 'medians'),
    firstAndLast('handles', 'medians'),
    row.judged ? verdict : 'not judged',
  ];
}

function usedCores({ processor }: Row, from: number): string {
  const [first, last] = [processor.find(({ at }) => at >= from), processor.at(-1)];
  if (!first || !last || last.at <= first.at) return '';
  return ((last.value - first.value) / 1_000 / (last.at - first.at)).toFixed(3);
}

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
