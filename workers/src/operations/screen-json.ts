/** JSON itself escapes only what stands before the blank. */
const LEFT_RAW = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, place) => `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`).join(
    '',
  );

/** The value as JSON that says the same and steers no terminal. */
export const screenJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(LEFT_RAW, escaped);
