import { parseValue } from './parse-value.js';
import { PdfRef, PdfToken, type PdfDict, type PdfValue } from './pdf-value.js';

/** An object: its value, and the encoded bytes when it is a stream. */
export interface PdfObject {
  value: PdfValue;
  stream?: Buffer;
}

/**
 * Reads a file that the normaliser has written: it has one classic xref section and no object streams. Objects are parsed on
 * demand and cached, so a later read returns the same dictionary with all changes that were made to it.
 */
export class PdfDocument {
  readonly trailer: PdfDict;
  /** Number of xref rows. It is also the lowest number that is higher than all object numbers. */
  readonly size: number;
  private readonly bytes: Buffer;
  private readonly starts: Float64Array;
  private readonly ends: Float64Array;
  private readonly objects = new Map<number, PdfObject | undefined>();

  /** @throws {Error} when the file does not have the form that the normaliser writes */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const startxref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1', Math.max(0, bytes.length - 2048)));
    const xrefAt = Number(startxref?.[1] ?? NaN);
    const head = /^xref\s+0 (\d+)\s*?\n/.exec(bytes.toString('latin1', xrefAt || 0, (xrefAt || 0) + 64));
    if (!head) throw new Error('the file does not have exactly one xref table');
    this.size = Number(head[1]);
    const rowsAt = xrefAt + head[0].length;
    const trailer = parseValue(bytes.toString('latin1', rowsAt + 20 * this.size), 'trailer'.length).value;
    if (!(trailer instanceof Map)) throw new Error('the file has no trailer');
    this.trailer = trailer;
    this.starts = new Float64Array(this.size);
    this.ends = new Float64Array(this.size);
    this.readRows(bytes.subarray(rowsAt, rowsAt + 20 * this.size), xrefAt);
  }

  /** Reads the xref rows. Each has 20 bytes: ten digits of the offset, the generation, and at position 17 `n` or `f`. */
  private readRows(rows: Buffer, xrefAt: number): void {
    const used: number[] = [];
    for (let number = 1; number < this.size; number++) {
      if (rows[20 * number + 17] !== 'n'.charCodeAt(0)) continue;
      this.starts[number] = Number(rows.toString('latin1', 20 * number, 20 * number + 10));
      used.push(number);
    }
    used.sort((a, b) => this.starts[a]! - this.starts[b]!);
    used.forEach((number, index) => {
      const next = used[index + 1];
      this.ends[number] = next === undefined ? xrefAt : this.starts[next]!;
    });
  }

  /** Length of the whole file in bytes. */
  get length(): number {
    return this.bytes.length;
  }

  /** @returns the bytes from `n 0 obj` to the next object; undefined for a free number */
  raw(number: number): Buffer | undefined {
    return this.starts[number] ? this.bytes.subarray(this.starts[number], this.ends[number]) : undefined;
  }

  /** @returns the header line, such as `%PDF-1.7` */
  header(): string {
    return /^%PDF-\d\.\d/.exec(this.bytes.toString('latin1', 0, 16))?.[0] ?? '%PDF-1.7';
  }

  get(number: number): PdfObject | undefined {
    if (!this.objects.has(number)) this.objects.set(number, this.read(number));
    return this.objects.get(number);
  }

  /** Removes a parsed object from the cache. Changes to the object are lost. */
  release(number: number): void {
    this.objects.delete(number);
  }

  private read(number: number): PdfObject | undefined {
    const raw = this.raw(number);
    if (!raw) return undefined;
    // A stream can have hundreds of megabytes, so only the first 4 KB are converted to text. When these 4 KB end inside the
    // value, a longer part is converted.
    for (let length = 4096; ; length *= 8) {
      const text = raw.toString('latin1', 0, Math.min(length, raw.length));
      try {
        const { value, end } = parseValue(text, /^\d+ \d+ obj/.exec(text)?.[0].length ?? 0);
        if (end + 8 <= text.length || length >= raw.length) return this.object(raw, text, value, end);
      } catch (error) {
        if (length >= raw.length) throw error;
      }
    }
  }

  private object(raw: Buffer, text: string, value: PdfValue, end: number): PdfObject {
    if (!(value instanceof Map) || !text.startsWith('stream', end)) return { value };
    let start = end + 'stream'.length;
    if (text[start] === '\r') start++;
    if (text[start] === '\n') start++;
    return { value, stream: raw.subarray(start, start + (this.number(value.get('/Length')) ?? 0)) };
  }

  /** @returns the value itself, or the value to which a reference leads; undefined for null, a missing object or a cycle */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let current = value;
    for (let step = 0; current instanceof PdfRef && step < 20; step++) current = this.get(current.number)?.value;
    if (current instanceof PdfRef || (current instanceof PdfToken && current.text === 'null')) return undefined;
    return current;
  }

  dict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof Map ? resolved : undefined;
  }

  array(value: PdfValue | undefined): PdfValue[] | undefined {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : undefined;
  }

  /** @returns the text of a name (with its slash), string, number or keyword */
  text(value: PdfValue | undefined): string | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfToken ? resolved.text : undefined;
  }

  number(value: PdfValue | undefined): number | undefined {
    const text = this.text(value);
    const number = text === undefined || text === '' ? NaN : Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
}
