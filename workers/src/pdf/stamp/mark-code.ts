/**
 * The bar code next to the text of the stamp. The bar code remains readable when a program converts the page to a picture or
 * the text to outlines. The bar code is a row of modules of equal width; `true` is black and `false` is white. The modules
 * are START, the first 36 bits of the file id, 24 check bits and END. END is START in reverse order, so that a reader finds
 * a bar code in both directions.
 */
export const CODE_START = parseModules('11100010010');
export const CODE_END = CODE_START.toReversed();
/** Number of hex digits of the file id in a bar code. Nine digits are enough to distinguish all copies of a shop. */
export const CODE_DIGITS = 9;
const ID_BITS = 4 * CODE_DIGITS;
const CHECK_BITS = 24;
/** Inverts the bits at about half of the positions, so that an id with many equal digits does not give long bars. */
const MASK = parseModules('101100111000110100101110010110001110100101100110101011001011');
/** Number of modules in a bar code. */
export const CODE_MODULES = CODE_START.length + ID_BITS + CHECK_BITS + CODE_END.length;
/** A program without antialiasing fills each pixel that a bar touches. So bars are drawn thinner by this many modules. */
const BAR_REDUCTION = 0.35;
/** Modules of white space before and after the bars. */
const QUIET_ZONE = 6;
/** Size of a bar code including its white space, in modules. */
export const CODE_SIZE = { width: CODE_MODULES + 2 * QUIET_ZONE, height: 7 };

/** @returns the modules of the bar code of a copy @param fileId see copyFileId */
export function codeModules(fileId: string): boolean[] {
  const id = toBits(Number.parseInt(fileId.slice(0, CODE_DIGITS), 16), ID_BITS);
  const data = [...id, ...toBits(computeCheckBits(id), CHECK_BITS)];
  return [...CODE_START, ...data.map((bit, index) => bit !== MASK[index]), ...CODE_END];
}

/**
 * Decodes a bar code that was read in either direction.
 * @param modules all modules of the bar code
 * @returns the first 9 hex digits of the file id; undefined when the check bits do not match
 */
export function decodeCode(modules: boolean[]): string | undefined {
  return decodeDirection(modules) ?? decodeDirection(modules.toReversed());
}

function decodeDirection(modules: boolean[]): string | undefined {
  const data = modules.slice(CODE_START.length, -CODE_END.length).map((bit, index) => bit !== MASK[index]);
  const id = data.slice(0, ID_BITS);
  if (toNumber(data.slice(ID_BITS)) !== computeCheckBits(id)) return undefined;
  return toNumber(id).toString(16).padStart(CODE_DIGITS, '0');
}

/** Computes the CRC-24 of OpenPGP (RFC 4880, 6.1). */
function computeCheckBits(bits: boolean[]): number {
  let check = 0xb704ce;
  for (const bit of bits) {
    const carry = (check & 0x800000) !== 0;
    check = (check << 1) & 0xffffff;
    if (carry !== bit) check ^= 0x864cfb;
  }
  return check;
}

function parseModules(text: string): boolean[] {
  return [...text].map((digit) => digit === '1');
}

const toBits = (value: number, count: number): boolean[] => parseModules(value.toString(2).padStart(count, '0'));

const toNumber = (bits: boolean[]): number => bits.reduce((value, bit) => 2 * value + Number(bit), 0);

/**
 * @returns the PDF content that draws a bar code. One unit is one module, and the origin is the lower left corner of the
 * code. The bars are black, because a black-and-white picture could lose grey bars.
 */
export function codeContent(fileId: string): string {
  const modules = codeModules(fileId);
  let content = `1 g 0 0 ${CODE_SIZE.width} ${CODE_SIZE.height} re f 0 g\n`;
  for (let from = 0; from < modules.length; from++) {
    if (!modules[from]) continue;
    const end = modules.indexOf(false, from);
    const width = (end < 0 ? modules.length : end) - from;
    content += `${QUIET_ZONE + from + BAR_REDUCTION / 2} 0 ${width - BAR_REDUCTION} ${CODE_SIZE.height} re\n`;
    from += width;
  }
  return `${content}f`;
}
