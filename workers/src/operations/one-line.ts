const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters and line breaks of untrusted text by `�`, for output to a terminal. */
export const oneLine = (text: string): string => text.replace(CONTROL, '\uFFFD');
