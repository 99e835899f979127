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

/** A change of a row: table, id and new value; null when the row was removed. */
export type Change = [table: string, id: string, value: unknown];

/**
 * An append-only file with one line per completed request. The next start removes the incomplete line of a killed process.
 * Lines are synced only at close, because the page cache survives a killed process.
 */
export class Journal {
  private readonly file: number;

  /** Opens or creates `<directory>/journal.jsonl` and calls `replay` for each earlier change, oldest first. */
  constructor(directory: string, replay: (change: Change) => void) {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'journal.jsonl');
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const completeLength = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(0, completeLength).toString('utf8').split('\n').filter(Boolean);
    for (const [index, line] of lines.entries()) {
      try {
        for (const change of JSON.parse(line) as Change[]) replay(change);
      } catch (cause) {
        throw new Error(`${path}: line ${index + 1} is damaged`, { cause });
      }
    }
    this.file = openSync(path, 'a');
    if (completeLength < bytes.length) ftruncateSync(this.file, completeLength);
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
