import { writeFileSync } from 'node:fs';

/** Writes figures as JSON. @param file path from `--json`; undefined writes nothing */
export function writeFigures(file: string | undefined, figures: object): void {
  if (file) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
