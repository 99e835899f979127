const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes untrusted text safe for one line of a terminal: replaces control characters and line breaks with `�`. */
export const terminalLine = (text: string): string => text.replace(CONTROL, '\uFFFD');
