/** What only a file of this engine carries; the programs that re-save a PDF keep these names. */
export const STAMP_FONT_PREFIX = 'PPSTMP+';
/** What a page calls its stamp, followed by an X for each such name that its resources had before. */
export const STAMP_NAME = '/PpStamp';
