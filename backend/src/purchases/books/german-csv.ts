const MINUS = /^-/;

/** Cents as a German amount: `-1234,50`. */
export const germanAmount = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** Cents without their sign. */
export const germanSize = (cents: number): string => germanAmount(cents).replace(MINUS, '');

/** `19.00` as `19,00`. */
export const germanRate = (rate: string): string => rate.replace('.', ',');

/** yyyy-mm-dd as dd.mm.yyyy. */
export const germanDay = (day: string): string => day.split('-').toReversed().join('.');

/** A line of a CSV file with semicolons. A cell is quoted when it contains a semicolon, a quote or the end of a line. */
export const germanLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\r\n`;
