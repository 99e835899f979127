/** Characters that file systems or headers reject, and bidirectional controls that can hide a file extension. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const MAX_LENGTH = 120;

/**
 * Makes a safe file name for the buyer's PDF from the name of the designer's file.
 * @returns empty when no valid character remains
 */
export function tidyFileName(name: string): string {
  const stem = tidyStem(name);
  return stem && `${stem}.pdf`;
}

/** Like `tidyFileName`, without the extension. */
export function tidyStem(name: string): string {
  const stem = name
    .normalize('NFC')
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.pdf$/i, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...stem].slice(0, MAX_LENGTH).join('').trim();
}
