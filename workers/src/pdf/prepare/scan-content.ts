import { endsToken, isSpace } from '../document/characters.js';
import { addOperand, isSound, KIND, nameOfOperator, type Kind, type Operands } from '../document/content-operators.js';

/** Unclosed constructs of the content of a page, which would hide or distort later content. */
export interface OpenContent {
  /** Maximum nested states, including those that the stamp saves for `extraRestores`. */
  depth: number;
  /** q without Q. */
  saves: number;
  /** Q without q. */
  extraRestores: number;
  /** BMC or BDC without EMC. */
  marks: number;
  textObject: boolean;
  /** A path that is not painted. */
  path: boolean;
  /** Characters that close, on a new line, the unfinished token, array, dictionary or inline image; empty for most pages. */
  closers: string;
  /** Contains an instruction at which a reader may stop: too few or wrong operands, or an unknown operator. */
  doubtful: boolean;
}

const VALUES = new Set(['true', 'false', 'null']);
const PATH_BEGINS = new Set(['m', 're']);
const PATH_ENDS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);
const code = (char: string): number => char.charCodeAt(0);
const [PERCENT, OPEN, CLOSE, BACKSLASH, LESS, GREATER, SLASH] = ['%', '(', ')', '\\', '<', '>', '/'].map(code);
const [BRACKET, UNBRACKET] = ['[', ']'].map(code);
const [NUMBER_FIRST, NUMBER_LAST, COMMA] = ['+', '9', ','].map(code) as [number, number, number];
const IMAGE_SIZE = new Map([
  ['/W', 1],
  ['/Width', 1],
  ['/H', 2],
  ['/Height', 2],
]);

/** Scans decoded page content once, checking only nesting and the operands of each operator. */
export function scanContent(bytes: Buffer): OpenContent {
  const open: OpenContent = {
    depth: 0,
    saves: 0,
    extraRestores: 0,
    marks: 0,
    textObject: false,
    path: false,
    closers: '',
    doubtful: false,
  };
  const operands: Operands = { count: 0, kinds: 0 };
  const nested: string[] = [];
  const length = bytes.length;
  let imageDict = false;
  /** Which of width and height the dictionary of the inline image contains, and which one its last name starts. */
  let imageSize = 0;
  let announced = 0;
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

  /** Entries of an array or dictionary are no operands. */
  function operand(kind: Kind): void {
    if (nested.length === 0) addOperand(operands, kind);
    if (kind === KIND.number) imageSize |= announced;
    announced = 0;
  }

  function closeNested(closer: string, kind: Kind): void {
    if (nested.at(-1) === closer) nested.pop();
    else open.doubtful = true;
    operand(kind);
  }

  function skipName(): void {
    const start = at++;
    while (at < length && !endsToken(bytes[at])) at++;
    operand(KIND.name);
    if (imageDict && at - start <= 7) announced = IMAGE_SIZE.get(bytes.toString('latin1', start, at)) ?? 0;
  }

  function delimiter(char: number): void {
    if (char === PERCENT) while (at < length && bytes[at] !== 10 && bytes[at] !== 13) at++;
    else if (char === OPEN) {
      skipString();
      operand(KIND.string);
    } else if (char === LESS && bytes[at + 1] === LESS) {
      nested.push('>>');
      at += 2;
    } else if (char === LESS) {
      skipHexString();
      operand(KIND.string);
    } else if (char === GREATER && bytes[at + 1] === GREATER) {
      closeNested('>>', KIND.dictionary);
      at += 2;
    } else if (char === SLASH) skipName();
    else {
      if (char === BRACKET) nested.push(']');
      else if (char === UNBRACKET) closeNested(']', KIND.array);
      else open.doubtful = true;
      at++;
    }
  }

  function operator(name: string | undefined): void {
    if (name === 'BI') {
      imageDict = true;
      imageSize = 0;
    } else if (name === 'ID') {
      if (!imageDict || imageSize !== 3 || operands.count % 2 === 1) open.doubtful = true;
      imageDict = false;
      skipImageData();
    } else if (name === undefined || imageDict || nested.length > 0 || !isSound(name, operands)) open.doubtful = true;
    operands.count = 0;
    operands.kinds = 0;
    if (name !== undefined) follow(name);
  }

  function follow(name: string): void {
    if (name === 'q') deepest = Math.max(deepest, ++open.saves);
    else if (name === 'Q') {
      if (open.saves > 0) open.saves--;
      else open.extraRestores++;
    } else if (name === 'BT') open.textObject = true;
    else if (name === 'ET') open.textObject = false;
    else if (name === 'BMC' || name === 'BDC') open.marks++;
    else if (name === 'EMC') open.marks = Math.max(0, open.marks - 1);
    else if (PATH_BEGINS.has(name)) open.path = true;
    else if (PATH_ENDS.has(name)) open.path = false;
  }

  /** Anything that is not a delimiter: a number, an operator, `true`, `false` or `null`. */
  function word(): void {
    const start = at;
    const first = bytes[at]!;
    const isNumber = first >= NUMBER_FIRST && first <= NUMBER_LAST;
    let packed = 0;
    for (; at < length && !endsToken(bytes[at]); at++) {
      const char = bytes[at]!;
      packed = (packed << 8) | char;
      if (isNumber && (char < NUMBER_FIRST || char > NUMBER_LAST || char === COMMA)) open.doubtful = true;
    }
    if (isNumber) return operand(KIND.number);
    if (at - start <= 3) operator(nameOfOperator(packed));
    else if (at - start <= 5 && VALUES.has(bytes.toString('latin1', start, at))) operand(KIND.other);
    else operator(undefined);
  }

  while (at < length) {
    const char = bytes[at]!;
    if (isSpace(char)) at++;
    else if (endsToken(char)) delimiter(char);
    else word();
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
