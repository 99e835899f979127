/** Control and format characters that JSON.stringify does not escape. */
const UNESCAPED = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

const escapeCharacters = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );

/** Serialises a value as JSON for a terminal: all control and format characters are escaped. */
export const screenJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(UNESCAPED, escapeCharacters);
