import { writeFileSync } from 'node:fs';

/** Writes figures as JSON for another program. @param file nothing is written without it */
export function writeFigures(file: string | undefined, figures: object): void {
  if (file) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
