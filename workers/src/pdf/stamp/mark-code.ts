/**
 * The code beside a line of the stamp: bars that survive when a page becomes a picture or its text becomes outlines. Modules
 * of equal width, true for a bar: START, the first 36 bits of the file id, 24 check bits, END. START and END are mirror images,
 * so that a code is found in both directions.
 */
export const CODE_START = modulesOf('11100010010');
export const CODE_END = CODE_START.toReversed();
/** Hex digits of the file id in a code: enough to tell apart all copies of a shop. */
export const CODE_DIGITS = 9;
const ID_BITS = 4 * CODE_DIGITS;
const CHECK_BITS = 24;
/** Inverts half of the bits, so that ids such as zero have no long bars. */
const PATTERN = modulesOf('101100111000110100101110010110001110100101100110101011001011');
/** Length of a code in modules. */
export const CODE_MODULES = CODE_START.length + ID_BITS + CHECK_BITS + CODE_END.length;
/** Bars are drawn thinner, in modules: programs without antialiasing fill each pixel that a bar touches. */
const THIN = 0.35;
/** White modules before and behind the bars. */
const QUIET = 6;
/** Size with the white area around the bars, in modules. */
export const CODE_SIZE = { width: CODE_MODULES + 2 * QUIET, height: 7 };

/** The modules of the code of a copy. @param fileId see copyFileId */
export function codeOf(fileId: string): boolean[] {
  const id = bitsOf(Number.parseInt(fileId.slice(0, CODE_DIGITS), 16), ID_BITS);
  const data = [...id, ...bitsOf(checkOf(id), CHECK_BITS)];
  return [...CODE_START, ...data.map((bit, index) => bit !== PATTERN[index]), ...CODE_END];
}

/** The start of the file id in a code, 9 hex digits. @param modules all, in one of both directions; undefined for other bars */
export function idOfCode(modules: boolean[]): string | undefined {
  return decode(modules) ?? decode(modules.toReversed());
}

function decode(modules: boolean[]): string | undefined {
  const data = modules.slice(CODE_START.length, -CODE_END.length).map((bit, index) => bit !== PATTERN[index]);
  const id = data.slice(0, ID_BITS);
  if (numberOf(data.slice(ID_BITS)) !== checkOf(id)) return undefined;
  return numberOf(id).toString(16).padStart(CODE_DIGITS, '0');
}

/** CRC-24 of OpenPGP (RFC 4880, 6.1), bit by bit. */
function checkOf(bits: boolean[]): number {
  let check = 0xb704ce;
  for (const bit of bits) {
    const carry = (check & 0x800000) !== 0;
    check = (check << 1) & 0xffffff;
    if (carry !== bit) check ^= 0x864cfb;
  }
  return check;
}

function modulesOf(text: string): boolean[] {
  return [...text].map((digit) => digit === '1');
}

const bitsOf = (value: number, count: number): boolean[] => modulesOf(value.toString(2).padStart(count, '0'));

const numberOf = (bits: boolean[]): number => bits.reduce((value, bit) => 2 * value + Number(bit), 0);

/** PDF content of a code, in modules from its lower left corner. The bars are black, so that black-and-white pictures keep them. */
export function codeContent(fileId: string): string {
  const modules = codeOf(fileId);
  let content = `1 g 0 0 ${CODE_SIZE.width} ${CODE_SIZE.height} re f 0 g\n`;
  for (let from = 0; from < modules.length; from++) {
    if (!modules[from]) continue;
    const end = modules.indexOf(false, from);
    const width = (end < 0 ? modules.length : end) - from;
    content += `${QUIET + from + THIN / 2} 0 ${width - THIN} ${CODE_SIZE.height} re\n`;
    from += width;
  }
  return `${content}f`;
}
