/** A glyph of a stamp. */
export interface Glyph {
  /** The text that the glyph stands for. When several glyphs stand for one text, only the first has it. */
  text: string;
  /** Glyph number in the font: four hex digits. */
  hex: string;
  /** Width in ems. */
  width: number;
  /** Names of the fonts in the resources of the stamp. */
  font: string;
  haloFont: string;
  /** Whether the glyph belongs to the previous one, so that no line may break before it. */
  joined?: boolean;
  /** Offset of a shaped glyph in ems, and the glyph's advance in the font. */
  shift?: { x: number; y: number; advance: number };
  /** Level of the Unicode bidirectional algorithm, odd for right to left; undefined means 0. */
  level?: number;
}

/** @returns the width of all glyphs in ems */
export const totalWidth = (glyphs: Glyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
