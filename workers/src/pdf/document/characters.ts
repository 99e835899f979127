/** By character code: 1 for white space, 2 for a delimiter, 0 for other characters. */
const categories = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) categories[code] = 1;
for (const char of '()<>[]{}/%') categories[char.charCodeAt(0)] = 2;

/** Whether a character code is white space in PDF. */
export const isSpace = (code: number): boolean => categories[code] === 1;

/** Whether a character ends a number, name or keyword: white space, a delimiter, or the end of the data (NaN, undefined). */
export const endsToken = (code: number | undefined): boolean => code === undefined || categories[code] !== 0;
