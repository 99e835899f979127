import { type Flatness, flatnessOf } from './flatness.ts';
import type { ReadFailures, Row } from './soak-samples.ts';
import { type Measure, TOLERANCES } from './tolerances.ts';

const MIB = 2 ** 20;
const MEASURES = Object.keys(TOLERANCES) as Measure[];
const IN_BYTES = new Set<Measure>(['memory', 'heap', 'external']);

/** Formats a value; bytes become MiB. */
export const formatValue = (measure: Measure, value: number): string =>
  IN_BYTES.has(measure) ? (value / MIB).toFixed(1) : value.toFixed(0);

/** @param warmUpEnd the end of the warm-up in seconds @returns undefined when the process does not have this measure */
export function flatnessOfRow({ readings }: Row, measure: Measure, warmUpEnd: number): Flatness | undefined {
  const read = readings[measure]?.filter(({ at }) => at >= warmUpEnd);
  return read && flatnessOf(read, TOLERANCES[measure]);
}

/** @returns one line for each measure that grows, and one for each process and reason why it could not be read */
export function soakProblems(
  { rows, readFailures }: { rows: Row[]; readFailures: ReadFailures },
  warmUpEnd: number,
): string[] {
  const grown = rows.flatMap((row) =>
    MEASURES.flatMap((measure) => {
      const judged = row.judged ? flatnessOfRow(row, measure, warmUpEnd) : undefined;
      if (judged?.verdict !== 'grows') return [];
      const minimums = judged.minimums.map((minimum) => formatValue(measure, minimum)).join(', ');
      const unit = IN_BYTES.has(measure) ? ' MiB' : '';
      const hourly = formatValue(measure, judged.perHour);
      return [
        `${row.name}: ${measure} grows: minimums of the first, middle and last third ${minimums}${unit}; slope ${hourly}${unit} per hour`,
      ];
    }),
  );
  const unreadProcesses = [...readFailures].map(
    ([problem, { times, first }]) => `${problem} (${times} times, first after ${(first / 60).toFixed(1)} min)`,
  );
  return [...grown, ...unreadProcesses];
}
