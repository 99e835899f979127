import { endsToken, isSpace } from './characters.js';

/** What a page's content leaves open, and so would swallow or distort what is drawn after it. */
export interface OpenContent {
  /** Most states that are saved at once, those included that the stamp saves for the sake of `extraRestores`. */
  depth: number;
  /** q without Q. */
  saves: number;
  /** Q without q. */
  extraRestores: number;
  /** BMC or BDC without EMC. */
  marks: number;
  textObject: boolean;
  /** A path that was begun and not painted. */
  path: boolean;
  /** What ends, on a new line, the token, array, dictionary or inline image the content stops in; empty for most pages. */
  closers: string;
}

const PATH_BEGINS = new Set(['m', 're']);
const PATH_ENDS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);
const code = (char: string): number => char.charCodeAt(0);
const [PERCENT, OPEN, CLOSE, BACKSLASH, LESS, GREATER, SLASH] = ['%', '(', ')', '\\', '<', '>', '/'].map(code);
const [BRACKET, UNBRACKET] = ['[', ']'].map(code);

/** Reads decoded page content once, without interpreting more than nesting. */
export function scanContent(bytes: Uint8Array): OpenContent {
  const open: OpenContent = {
    depth: 0,
    saves: 0,
    extraRestores: 0,
    marks: 0,
    textObject: false,
    path: false,
    closers: '',
  };
  const nested: string[] = [];
  const length = bytes.length;
  let imageDict = false;
  let deepest = 0;
  let at = 0;

  function skipString(): void {
    let depth = 1;
    for (at++; at < length && depth > 0; at++) {
      if (bytes[at] === BACKSLASH) at++;
      else if (bytes[at] === OPEN) depth++;
      else if (bytes[at] === CLOSE) depth--;
    }
    if (depth > 0) open.closers = ')'.repeat(depth);
  }

  function skipHexString(): void {
    while (at < length && bytes[at] !== GREATER) at++;
    if (at === length) open.closers = '>';
    at++;
  }

  function skipImageData(): void {
    while (at < length && !endsImage(bytes, at)) at++;
    if (at === length) open.closers = ' EI';
    at += 2;
  }

  function delimiter(char: number | undefined): void {
    if (char === PERCENT) while (at < length && bytes[at] !== 10 && bytes[at] !== 13) at++;
    else if (char === OPEN) skipString();
    else if (char === LESS && bytes[at + 1] === LESS) {
      nested.push('>>');
      at += 2;
    } else if (char === LESS) skipHexString();
    else if (char === GREATER && bytes[at + 1] === GREATER) {
      if (nested.at(-1) === '>>') nested.pop();
      at += 2;
    } else {
      if (char === BRACKET) nested.push(']');
      else if (char === UNBRACKET && nested.at(-1) === ']') nested.pop();
      at++;
      if (char === SLASH) while (at < length && !endsToken(bytes[at])) at++;
    }
  }

  function operator(name: string): void {
    if (name === 'q') deepest = Math.max(deepest, ++open.saves);
    else if (name === 'Q') {
      if (open.saves > 0) open.saves--;
      else open.extraRestores++;
    } else if (name === 'BT') open.textObject = true;
    else if (name === 'ET') open.textObject = false;
    else if (name === 'BMC' || name === 'BDC') open.marks++;
    else if (name === 'EMC') open.marks = Math.max(0, open.marks - 1);
    else if (name === 'BI') imageDict = true;
    else if (name === 'ID') {
      imageDict = false;
      skipImageData();
    } else if (PATH_BEGINS.has(name)) open.path = true;
    else if (PATH_ENDS.has(name)) open.path = false;
  }

  while (at < length) {
    const char = bytes[at]!;
    if (isSpace(char)) at++;
    else if (endsToken(char)) delimiter(char);
    else {
      const start = at;
      while (at < length && !endsToken(bytes[at])) at++;
      // Operators have at most three letters and start with a letter or quote; the rest is numbers.
      if (at - start <= 3 && char >= 65) operator(String.fromCharCode(...bytes.subarray(start, at)));
    }
  }
  if (imageDict) open.closers += ' ID EI';
  open.depth = deepest + open.extraRestores;
  open.closers += nested.toReversed().join('');
  return open;
}

/** `EI` between white space and a token's end, with nothing binary after it. */
function endsImage(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 69 || bytes[at + 1] !== 73) return false;
  if (!isSpace(bytes[at - 1]!) || !endsToken(bytes[at + 2])) return false;
  return bytes.subarray(at + 2, at + 12).every((next) => (next >= 32 && next < 127) || isSpace(next));
}
