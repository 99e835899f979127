import { writeFileSync } from 'node:fs';

/** Writes figures as JSON. @param file the path from `--json`; if undefined, the function writes nothing */
export function writeFigures(file: string | undefined, figures: object): void {
  if (file) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
