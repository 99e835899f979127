import { endsToken, isSpace } from './characters.js';
import { PdfRef, PdfToken, type PdfDict, type PdfValue } from './pdf-value.js';

const MAX_DEPTH = 200;
const REST_OF_REFERENCE = /[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;

/**
 * Parses one PDF value from latin1 text. `end` is the start of the next token.
 * @throws {Error} when the text ends inside the value, on stray delimiters and on too deep nesting
 */
export function parseValue(text: string, start = 0): { value: PdfValue; end: number } {
  let at = start;

  function skipSpace(): void {
    for (;;) {
      while (isSpace(text.charCodeAt(at))) at++;
      if (text[at] !== '%') return;
      while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
    }
  }

  function cut(from: number, to: number): string {
    if (to > text.length) throw new Error('the text ends inside a value');
    at = to;
    return text.slice(from, to);
  }

  function word(): string {
    let end = at + 1;
    while (end < text.length && !endsToken(text.charCodeAt(end))) end++;
    return cut(at, end);
  }

  function string(): string {
    let end = at + 1;
    for (let depth = 1; depth > 0; end++) {
      if (end >= text.length) throw new Error('the text ends inside a string');
      const char = text[end];
      if (char === '\\') end++;
      else if (char === '(') depth++;
      else if (char === ')') depth--;
    }
    return cut(at, end);
  }

  function hexString(): string {
    const end = text.indexOf('>', at);
    if (end < 0) throw new Error('the text ends inside a string');
    return cut(at, end + 1);
  }

  function dict(depth: number): PdfDict {
    const entries: PdfDict = new Map();
    at += 2;
    for (;;) {
      skipSpace();
      if (text.startsWith('>>', at)) break;
      if (text[at] !== '/') throw new Error('a dictionary key is not a name');
      const key = word();
      entries.set(key, next(depth + 1));
    }
    at += 2;
    return entries;
  }

  function array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    at++;
    for (;;) {
      skipSpace();
      if (text[at] === ']') break;
      values.push(next(depth + 1));
    }
    at++;
    return values;
  }

  function wordOrReference(): PdfValue {
    const first = word();
    const code = first.charCodeAt(0);
    if (code >= 48 && code <= 57 && /^\d+$/.test(first)) {
      REST_OF_REFERENCE.lastIndex = at;
      const rest = REST_OF_REFERENCE.exec(text);
      if (rest) {
        at += rest[0].length;
        return new PdfRef(Number(first), Number(rest[1]));
      }
    }
    return new PdfToken(first);
  }

  function next(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new Error('values are nested too deeply');
    skipSpace();
    const char = text[at];
    if (char === undefined) throw new Error('the text ends before a value');
    if (char === '/') return new PdfToken(word());
    if (char === '(') return new PdfToken(string());
    if (char === '<') return text[at + 1] === '<' ? dict(depth) : new PdfToken(hexString());
    if (char === '[') return array(depth);
    if (endsToken(text.charCodeAt(at))) throw new Error(`unexpected ${char}`);
    return wordOrReference();
  }

  const value = next(0);
  skipSpace();
  return { value, end: at };
}
