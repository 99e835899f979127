const table = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) table[code] = 1;
for (const char of '()<>[]{}/%') table[char.charCodeAt(0)] = 2;

/** PDF white space, by character code. */
export const isSpace = (code: number): boolean => table[code] === 1;

/** Ends a number, name or keyword: white space, a delimiter, or the end of the data (NaN, undefined). */
export const endsToken = (code: number | undefined): boolean => code === undefined || table[code] !== 0;
