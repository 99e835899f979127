import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface Entry {
  name: string;
  bytes: number;
  sha256: string;
}

type Chunks = AsyncIterable<string | Uint8Array>;

/** A ZIP archive that is written to a stream while files are added, one after the other. */
export class Archive {
  readonly entries: Entry[] = [];
  private readonly zip = new ZipFile();
  private failure: Error | null = null;
  private abortCurrent: ((error: Error) => void) | null = null;

  /** @param mtime the modification time of every file */
  constructor(private readonly mtime: Date) {
    this.zip.on('error', (error: Error) => this.fail(error));
    // The upload that reads the stream handles the error. Without this listener the error would end the process.
    this.output.on('error', () => undefined);
  }

  get output(): Readable {
    return this.zip.outputStream as Readable;
  }

  /** Resolves when `content` is added completely. @throws {Error} when reading `content` or writing the archive fails */
  async add(name: string, content: Chunks, { compress = true } = {}): Promise<void> {
    if (this.failure) throw this.failure;
    const entry = { name, bytes: 0, sha256: '' };
    const source = Readable.from(measureChunks(content, entry), { objectMode: false });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.abortCurrent = reject;
    source.once('error', (error) => this.fail(error)).once('end', resolve);
    this.zip.addReadStream(source, name, { mtime: this.mtime, compress });
    try {
      await promise;
    } catch (error) {
      source.destroy();
      throw error;
    }
    this.entries.push(entry);
  }

  end(): void {
    this.zip.end();
  }

  /** Aborts the archive: `add` and the readers of `output` get the error. Only the first call has an effect. */
  fail(error: Error): void {
    if (this.failure) return;
    this.failure = error;
    this.abortCurrent?.(error);
    (this.output as Readable & { destroy(error: Error): void }).destroy(error);
  }
}

async function* measureChunks(content: Chunks, entry: Entry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length);
    hash.update(chunk);
    entry.bytes += chunk.byteLength;
    yield chunk;
  }
  entry.sha256 = hash.digest('hex');
}
