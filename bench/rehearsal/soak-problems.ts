import { type Flatness, flatnessOf } from './flatness.ts';
import type { Missed, Row } from './soak-samples.ts';
import { type Measure, TOLERANCES } from './tolerances.ts';

const MIB = 2 ** 20;
const MEASURES = Object.keys(TOLERANCES) as Measure[];
const IN_BYTES = new Set<Measure>(['memory', 'heap', 'external']);

export const figure = (measure: Measure, value: number): string =>
  IN_BYTES.has(measure) ? (value / MIB).toFixed(1) : value.toFixed(0);

/** @param from end of the warm-up in seconds @returns undefined when the process does not have this measure */
export function flatnessOfRow({ readings }: Row, measure: Measure, from: number): Flatness | undefined {
  const read = readings[measure]?.filter(({ at }) => at >= from);
  return read && flatnessOf(read, TOLERANCES[measure]);
}

/** @returns one line for each measure that grows, and one for each process that could not be read */
export function soakProblems({ rows, missed }: { rows: Row[]; missed: Missed }, from: number): string[] {
  const grown = rows.flatMap((row) =>
    MEASURES.flatMap((measure) => {
      const judged = row.judged ? flatnessOfRow(row, measure, from) : undefined;
      if (judged?.verdict !== 'grows') return [];
      const [first, middle, last] = judged.floors.map((floor) => figure(measure, floor));
      const unit = IN_BYTES.has(measure) ? ' MiB' : '';
      const hourly = figure(measure, judged.perHour);
      return [
        `${row.name}: ${measure} is not flat: floor ${first}, ${middle}, ${last}${unit}; ${hourly}${unit} per hour`,
      ];
    }),
  );
  const missedProcesses = [...missed].map(
    ([problem, { times, first }]) => `${problem} (${times} times, first after ${(first / 60).toFixed(1)} min)`,
  );
  return [...grown, ...missedProcesses];
}
