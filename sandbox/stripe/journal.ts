import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One change: table, id, and the new value (null = removed). */
export type Change = [table: string, id: string, value: unknown];

/**
 * An append-only file, one line per completed call. A line is whole or it does not count: what a killed process left
 * half-written is cut off at the next start. The page cache outlives a killed process, so lines are synced only at close.
 */
export class Journal {
  private readonly file: number;

  /** Opens or creates `<directory>/journal.jsonl` and hands every earlier change to `replay`, oldest first. */
  constructor(directory: string, replay: (change: Change) => void) {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'journal.jsonl');
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(0, whole).toString('utf8').split('\n').filter(Boolean);
    for (const [index, line] of lines.entries()) {
      try {
        for (const change of JSON.parse(line) as Change[]) replay(change);
      } catch (cause) {
        throw new Error(`${path}: line ${index + 1} is damaged`, { cause });
      }
    }
    this.file = openSync(path, 'a');
    if (whole < bytes.length) ftruncateSync(this.file, whole);
  }

  append(changes: Change[]): void {
    const line = Buffer.from(`${JSON.stringify(changes)}\n`);
    let written = 0;
    while (written < line.length) written += writeSync(this.file, line, written);
  }

  close(): void {
    fdatasyncSync(this.file);
    closeSync(this.file);
  }
}
