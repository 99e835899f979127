/** What no file system or header takes, and what turns the reading direction around to hide an ending. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const LONGEST = 120;

/** The designer's name for a PDF as it may stand on a buyer's disk; empty when nothing of it is left. */
export function tidyFileName(given: string): string {
  const stem = tidyStem(given);
  return stem && `${stem}.pdf`;
}

/** The same without the ending. */
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
