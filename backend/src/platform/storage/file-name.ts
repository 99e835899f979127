/** Characters that file systems or headers reject, and bidirectional controls that can hide a file extension. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const LONGEST = 120;

/** A safe file name for the buyer's PDF from the designer's name; empty when no valid character remains. */
export function tidyFileName(given: string): string {
  const stem = tidyStem(given);
  return stem && `${stem}.pdf`;
}

/** The same without the extension. */
export function tidyStem(given: string): string {
  const stem = given
    .normalize('NFC')
    .replace(UNFIT, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.pdf$/i, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...stem].slice(0, LONGEST).join('').trim();
}
