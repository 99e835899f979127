/** One glyph as a stamp draws it. Width at size 1. */
export interface Glyph {
  /** What it stands for; empty for all but the first glyph of several. */
  text: string;
  hex: string;
  width: number;
  /** Names of the fonts in the stamp's resources, that of its halo tells readers no text. */
  font: string;
  haloFont: string;
  /** Belongs to the glyph before it: no line begins here. */
  joined?: boolean;
  /** Where a shaped glyph stands off its place, in ems, and what the font itself advances by. */
  shift?: { x: number; y: number; advance: number };
  /** Level of the bidirectional algorithm, odd from right to left; 0 when there is none. */
  level?: number;
}

/** At size 1. */
export const widthOf = (glyphs: Glyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
