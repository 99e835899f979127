import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { syncDirectory, syncFile } from './disk.ts';

/** An immutable file with the content of an object or of one of its parts. */
export interface Segment {
  file: string;
  size: number;
}

/**
 * The content files of a bucket. Files are immutable. An incomplete file has no record, so no request reads it, and the next
 * start removes it.
 */
export class DataFiles {
  readonly #directory: string;
  readonly #readers = new Map<string, number>();
  readonly #discarded = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
  }

  /** Creates a file and syncs it to disk. `fill` writes and ends the stream; if it fails, the file is removed. */
  async create<T>(fill: (sink: Writable) => Promise<T>): Promise<{ file: string; result: T }> {
    const file = randomUUID();
    const sink = createWriteStream(this.#path(file), { flags: 'wx', flush: true });
    sink.on('error', () => undefined);
    try {
      const result = await fill(sink);
      // The file is flushed when it closes, which can be after the last write.
      await finished(sink);
      await syncDirectory(this.#directory);
      return { file, result };
    } catch (error) {
      await new Promise<void>((closed) => (sink.closed ? closed() : sink.destroy().once('close', closed)));
      await rm(this.#path(file), { force: true });
      throw error;
    }
  }

  /** Links the file into `target`, or copies it where the file system has no links. */
  async duplicate(file: string, target: DataFiles): Promise<string> {
    const duplicate = randomUUID();
    const [from, to] = [this.#path(file), target.#path(duplicate)];
    await link(from, to).catch(async () => {
      await copyFile(from, to);
      await syncFile(to);
    });
    await syncDirectory(target.#directory);
    return duplicate;
  }

  /** Protects the files of an object from removal until the returned function is called. */
  hold(segments: Segment[]): () => void {
    for (const { file } of segments) this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    return () => {
      for (const { file } of segments) {
        const readers = (this.#readers.get(file) ?? 1) - 1;
        if (readers > 0) this.#readers.set(file, readers);
        else {
          this.#readers.delete(file);
          if (this.#discarded.delete(file)) void this.#remove(file);
        }
      }
    };
  }

  /** Removes files that no record refers to; files that are being read are removed after their last reader. */
  async discard(segments: Segment[]): Promise<void> {
    for (const { file } of segments) {
      if (this.#readers.has(file)) this.#discarded.add(file);
      else await this.#remove(file);
    }
  }

  /** Reads the bytes from `start` to `end`, inclusive. The caller must have called `hold` for the segments. */
  read(segments: Segment[], start: number, end: number): Readable {
    return Readable.from(this.#pieces(segments, start, end), { objectMode: false });
  }

  /** Removes all files except `keep`. Must be called during the start, before the first request. */
  sweep(keep: Set<string>): void {
    for (const file of readdirSync(this.#directory)) if (!keep.has(file)) rmSync(this.#path(file));
  }

  async *#pieces(segments: Segment[], start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { file, size } of segments) {
      const from = Math.max(0, start - offset);
      const to = Math.min(size - 1, end - offset);
      if (from <= to) yield* createReadStream(this.#path(file), { start: from, end: to, highWaterMark: 256 * 1024 });
      offset += size;
    }
  }

  // If a file cannot be removed now, the next start removes it.
  #remove = (file: string) => rm(this.#path(file), { force: true }).catch(() => undefined);

  #path(file: string): string {
    return path.join(this.#directory, file);
  }
}
