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

/** Prints the resources of each process in the first third after the warm-up and in the last. */
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
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  line(`Responses   ${answers.join(', ')}`);
  const [first, , last] = thirds.map(({ p50, p99 }) => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  line(`Times       first third after the warm-up ${first}; last third ${last}`);
}

function cells(row: Row, from: number): string[] {
  const of = (measure: Measure) => flatnessOfRow(row, measure, from);
  const pair = (measure: Measure, which: 'floors' | 'medians') => {
    const found = of(measure)?.[which];
    return found ? `${figure(measure, found[0])} ${figure(measure, found[2]).padStart(6)}` : '';
  };
  const hourly = (measure: Measure) => {
    const found = of(measure);
    return found ? signed(figure(measure, found.perHour)) : '';
  };
  const memory = of('memory');
  const grown = memory ? signed(((memory.medians[2] / memory.medians[0] - 1) * 100).toFixed(1)) : '';
  const all = (['memory', 'heap', 'external', 'descriptors', 'handles'] as const).map((one) => of(one)?.verdict);
  const verdict = all.includes('grows') ? 'GROWS' : (memory?.verdict ?? 'not read');
  return [
    row.name,
    coresOf(row, from),
    pair('memory', 'medians'),
    grown,
    hourly('memory'),
    pair('heap', 'floors'),
    hourly('heap'),
    pair('external', 'floors'),
    pair('descriptors', 'medians'),
    pair('handles', 'medians'),
    row.judged ? verdict : 'not judged',
  ];
}

function coresOf({ processor }: Row, from: number): string {
  const [first, last] = [processor.find(({ at }) => at >= from), processor.at(-1)];
  if (!first || !last || last.at <= first.at) return '';
  return ((last.value - first.value) / 1_000 / (last.at - first.at)).toFixed(3);
}

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
