/** A glyph of a stamp. Width at size 1. */
export interface Glyph {
  /** Its text; empty for all but the first of several glyphs of a text. */
  text: string;
  hex: string;
  width: number;
  /** Names of the fonts in the resources of the stamp; the halo font has no text. */
  font: string;
  haloFont: string;
  /** Belongs to the previous glyph: no line break before it. */
  joined?: boolean;
  /** Offset of a shaped glyph in ems, and its advance in the font. */
  shift?: { x: number; y: number; advance: number };
  /** Level of the bidirectional algorithm, odd for right to left; 0 without one. */
  level?: number;
}

/** At size 1. */
export const totalWidth = (glyphs: Glyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
