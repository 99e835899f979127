import type { Colour } from './sheet.js';

/** Size of an A4 page. All lengths are in points, and the origin is the lower left corner of the page. */
export const [WIDTH, HEIGHT] = [595.28, 841.89];
/** The edges of the text. */
export const [LEFT, RIGHT] = [62, WIDTH - 62];

/** Colours of the storefront and the mails. */
export const INK: Colour = [0.133, 0.125, 0.114];
export const MUTED: Colour = [0.369, 0.345, 0.314];
export const HAIRLINE: Colour = [0.8, 0.77, 0.73];
export const ACCENT: Colour = [0.639, 0.184, 0.169];

export const BODY = { size: 10, colour: INK };
export const SMALL = { size: 8.5, colour: MUTED };
export const RIGHT_ALIGNED = { align: 'right' } as const;
