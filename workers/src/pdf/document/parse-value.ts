import { endsToken, isSpace } from './characters.js';
import { PdfRef, PdfToken, type PdfDict, type PdfValue } from './pdf-value.js';

const MAX_DEPTH = 200;
const REST_OF_REFERENCE = /[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;

/**
 * Parses one PDF value from latin1 text.
 * @param start the position of the value in the text
 * @returns the value, and the position of the next token after it (`end`)
 * @throws {Error} when the text ends inside the value, has an unexpected delimiter or is nested too deeply
 */
export function parseValue(text: string, start = 0): { value: PdfValue; end: number } {
  const parser = new Parser(text, start);
  const value = parser.next(0);
  parser.skipSpace();
  return { value, end: parser.at };
}

class Parser {
  at: number;
  private readonly text: string;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  skipSpace(): void {
    for (;;) {
      while (isSpace(this.text.charCodeAt(this.at))) this.at++;
      if (this.text[this.at] !== '%') return;
      while (this.at < this.text.length && this.text[this.at] !== '\n' && this.text[this.at] !== '\r') this.at++;
    }
  }

  private take(from: number, to: number): string {
    if (to > this.text.length) throw new Error('the text ends inside a value');
    this.at = to;
    return this.text.slice(from, to);
  }

  private word(): string {
    let end = this.at + 1;
    while (end < this.text.length && !endsToken(this.text.charCodeAt(end))) end++;
    return this.take(this.at, end);
  }

  private string(): string {
    let end = this.at + 1;
    for (let depth = 1; depth > 0; end++) {
      if (end >= this.text.length) throw new Error('the text ends inside a string');
      const char = this.text[end];
      if (char === '\\') end++;
      else if (char === '(') depth++;
      else if (char === ')') depth--;
    }
    return this.take(this.at, end);
  }

  private hexString(): string {
    const end = this.text.indexOf('>', this.at);
    if (end < 0) throw new Error('the text ends inside a string');
    return this.take(this.at, end + 1);
  }

  private dict(depth: number): PdfDict {
    const entries: PdfDict = new Map();
    this.at += 2;
    for (;;) {
      this.skipSpace();
      if (this.text.startsWith('>>', this.at)) break;
      if (this.text[this.at] !== '/') throw new Error('a dictionary key is not a name');
      const key = this.word();
      entries.set(key, this.next(depth + 1));
    }
    this.at += 2;
    return entries;
  }

  private array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    this.at++;
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] === ']') break;
      values.push(this.next(depth + 1));
    }
    this.at++;
    return values;
  }

  private wordOrReference(): PdfValue {
    const first = this.word();
    const code = first.charCodeAt(0);
    if (code >= 48 && code <= 57 && /^\d+$/.test(first)) {
      REST_OF_REFERENCE.lastIndex = this.at;
      const rest = REST_OF_REFERENCE.exec(this.text);
      if (rest) {
        this.at += rest[0].length;
        return new PdfRef(Number(first), Number(rest[1]));
      }
    }
    return new PdfToken(first);
  }

  next(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new Error('values are nested too deeply');
    this.skipSpace();
    const char = this.text[this.at];
    if (char === undefined) throw new Error('the text ends before a value');
    if (char === '/') return new PdfToken(this.word());
    if (char === '(') return new PdfToken(this.string());
    if (char === '<') return this.text[this.at + 1] === '<' ? this.dict(depth) : new PdfToken(this.hexString());
    if (char === '[') return this.array(depth);
    if (endsToken(this.text.charCodeAt(this.at))) throw new Error(`unexpected delimiter ${char}`);
    return this.wordOrReference();
  }
}
