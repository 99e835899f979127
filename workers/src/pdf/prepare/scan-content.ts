import { endsToken, isSpace } from '../document/characters.js';
import {
  addOperand,
  isSupported,
  KIND,
  operatorName,
  type Kind,
  type Operands,
} from '../document/content-operators.js';

/** What the content of a page leaves open. Open parts would hide or distort content that is drawn later, e.g. the stamp. */
export interface OpenContent {
  /**
   * Maximum nesting depth of graphics states. The depth includes the states that stamping saves before the content, one for
   * each of `extraRestores`.
   */
  depth: number;
  /** Number of saves (q) without a restore (Q). */
  saves: number;
  /** Number of restores (Q) without a save (q). */
  extraRestores: number;
  /** Number of operators that begin marked content (BMC, BDC) without an operator that ends it (EMC). */
  markedContent: number;
  /** Whether a text object is begun (BT) and not ended (ET). */
  textObject: boolean;
  /** Whether a path is begun and not painted. */
  path: boolean;
  /**
   * Characters that must follow on a new line to close an unfinished string, arrays, dictionaries or an inline image. Empty
   * for most pages.
   */
  closers: string;
  /** Whether an instruction has an unknown operator, or too few or wrong operands. A PDF reader can stop drawing there. */
  doubtful: boolean;
}

const VALUES = new Set(['true', 'false', 'null']);
const PATH_BEGINS = new Set(['m', 're']);
const PATH_ENDS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n']);
const code = (char: string): number => char.charCodeAt(0);
const [PERCENT, OPEN_PAREN, CLOSE_PAREN, BACKSLASH, LESS_THAN, GREATER_THAN, SLASH] = [
  '%',
  '(',
  ')',
  '\\',
  '<',
  '>',
  '/',
].map(code);
const [OPEN_BRACKET, CLOSE_BRACKET] = ['[', ']'].map(code);
/**
 * A number consists of the characters from `+` to `9`, without the comma and the slash. (A slash ends a token, so it needs
 * no check.)
 */
const [NUMBER_FIRST, NUMBER_LAST, COMMA] = ['+', '9', ','].map(code) as [number, number, number];
const IMAGE_SIZE = new Map([
  ['/W', 1],
  ['/Width', 1],
  ['/H', 2],
  ['/Height', 2],
]);

/** Scans decoded page content once. The scan checks how operators are nested and which operands each operator has. */
export const scanContent = (bytes: Buffer): OpenContent => new ContentScan(bytes).run();

class ContentScan {
  private readonly open: OpenContent = {
    depth: 0,
    saves: 0,
    extraRestores: 0,
    markedContent: 0,
    textObject: false,
    path: false,
    closers: '',
    doubtful: false,
  };
  private readonly operands: Operands = { count: 0, kinds: 0 };
  private readonly nested: string[] = [];
  private readonly bytes: Buffer;
  private readonly length: number;
  private imageDict = false;
  /** Which numbers the dictionary of the inline image contains, as bits: 1 for the width, 2 for the height. */
  private imageSize = 0;
  /** After the key of the width or the height, and until its value is read: the bit of that key. Otherwise 0. */
  private expectedSize = 0;
  private deepest = 0;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  run(): OpenContent {
    const { bytes, open } = this;
    while (this.at < this.length) {
      const char = bytes[this.at]!;
      if (isSpace(char)) this.at++;
      else if (endsToken(char)) this.scanDelimiter(char);
      else this.scanWord();
    }
    if (this.imageDict) open.closers += ' ID EI';
    open.depth = this.deepest + open.extraRestores;
    open.closers += this.nested.toReversed().join('');
    return open;
  }

  private skipString(): void {
    let depth = 1;
    for (this.at++; this.at < this.length && depth > 0; this.at++) {
      if (this.bytes[this.at] === BACKSLASH) this.at++;
      else if (this.bytes[this.at] === OPEN_PAREN) depth++;
      else if (this.bytes[this.at] === CLOSE_PAREN) depth--;
    }
    if (depth > 0) this.open.closers = ')'.repeat(depth);
  }

  private skipHexString(): void {
    while (this.at < this.length && this.bytes[this.at] !== GREATER_THAN) this.at++;
    if (this.at === this.length) this.open.closers = '>';
    this.at++;
  }

  private skipImageData(): void {
    while (this.at < this.length && !endsImage(this.bytes, this.at)) this.at++;
    if (this.at === this.length) this.open.closers = ' EI';
    this.at += 2;
  }

  /** Counts an operand. Entries of an array or a dictionary are not operands. */
  private addOperandOfKind(kind: Kind): void {
    if (this.nested.length === 0) addOperand(this.operands, kind);
    if (kind === KIND.number) this.imageSize |= this.expectedSize;
    this.expectedSize = 0;
  }

  private closeNested(closer: string, kind: Kind): void {
    if (this.nested.at(-1) === closer) this.nested.pop();
    else this.open.doubtful = true;
    this.addOperandOfKind(kind);
  }

  private skipName(): void {
    const start = this.at++;
    while (this.at < this.length && !endsToken(this.bytes[this.at])) this.at++;
    this.addOperandOfKind(KIND.name);
    if (this.imageDict && this.at - start <= 7)
      this.expectedSize = IMAGE_SIZE.get(this.bytes.toString('latin1', start, this.at)) ?? 0;
  }

  private scanDelimiter(char: number): void {
    if (char === PERCENT)
      while (this.at < this.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at++;
    else if (char === OPEN_PAREN) {
      this.skipString();
      this.addOperandOfKind(KIND.string);
    } else if (char === LESS_THAN && this.bytes[this.at + 1] === LESS_THAN) {
      this.nested.push('>>');
      this.at += 2;
    } else if (char === LESS_THAN) {
      this.skipHexString();
      this.addOperandOfKind(KIND.string);
    } else if (char === GREATER_THAN && this.bytes[this.at + 1] === GREATER_THAN) {
      this.closeNested('>>', KIND.dictionary);
      this.at += 2;
    } else if (char === SLASH) this.skipName();
    else {
      if (char === OPEN_BRACKET) this.nested.push(']');
      else if (char === CLOSE_BRACKET) this.closeNested(']', KIND.array);
      else this.open.doubtful = true;
      this.at++;
    }
  }

  private endOperator(name: string | undefined): void {
    if (name === 'BI') {
      this.imageDict = true;
      this.imageSize = 0;
    } else if (name === 'ID') {
      if (!this.imageDict || this.imageSize !== 3 || this.operands.count % 2 === 1) this.open.doubtful = true;
      this.imageDict = false;
      this.skipImageData();
    } else if (name === undefined || this.imageDict || this.nested.length > 0 || !isSupported(name, this.operands))
      this.open.doubtful = true;
    this.operands.count = 0;
    this.operands.kinds = 0;
    if (name !== undefined) this.trackState(name);
  }

  private trackState(name: string): void {
    if (name === 'q') this.deepest = Math.max(this.deepest, ++this.open.saves);
    else if (name === 'Q') {
      if (this.open.saves > 0) this.open.saves--;
      else this.open.extraRestores++;
    } else if (name === 'BT') this.open.textObject = true;
    else if (name === 'ET') this.open.textObject = false;
    else if (name === 'BMC' || name === 'BDC') this.open.markedContent++;
    else if (name === 'EMC') this.open.markedContent = Math.max(0, this.open.markedContent - 1);
    else if (PATH_BEGINS.has(name)) this.open.path = true;
    else if (PATH_ENDS.has(name)) this.open.path = false;
  }

  /** Scans a token that does not begin with a delimiter: a number, an operator, `true`, `false` or `null`. */
  private scanWord(): void {
    const start = this.at;
    const first = this.bytes[this.at]!;
    const isNumber = first >= NUMBER_FIRST && first <= NUMBER_LAST;
    let packed = 0;
    for (; this.at < this.length && !endsToken(this.bytes[this.at]); this.at++) {
      const char = this.bytes[this.at]!;
      packed = (packed << 8) | char;
      if (isNumber && (char < NUMBER_FIRST || char > NUMBER_LAST || char === COMMA)) this.open.doubtful = true;
    }
    if (isNumber) return this.addOperandOfKind(KIND.number);
    if (this.at - start <= 3) this.endOperator(operatorName(packed));
    else if (this.at - start <= 5 && VALUES.has(this.bytes.toString('latin1', start, this.at)))
      this.addOperandOfKind(KIND.other);
    else this.endOperator(undefined);
  }
}

/**
 * Whether an inline image ends here, at `EI`. White space must come before `EI`, and the end of a token after it. No binary
 * byte may follow within ten bytes, because image data can also contain `EI`.
 */
function endsImage(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 69 || bytes[at + 1] !== 73) return false;
  if (!isSpace(bytes[at - 1]!) || !endsToken(bytes[at + 2])) return false;
  return bytes.subarray(at + 2, at + 12).every((next) => (next >= 32 && next < 127) || isSpace(next));
}
