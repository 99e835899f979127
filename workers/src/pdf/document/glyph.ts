/** A glyph of a stamp. */
export interface Glyph {
  /**
   * The text that the glyph stands for. When several glyphs draw one text, the first has the text and the others have ''.
   */
  text: string;
  /** Glyph number in the font: four hex digits. */
  hex: string;
  /** Width in ems. */
  width: number;
  /** Name of the glyph's font in the resources of the stamp. */
  font: string;
  /** Name of the font that draws the halo around the glyph, in the same resources. */
  haloFont: string;
  /** Whether the glyph belongs to the previous glyph, so that no line may break before it. */
  joined?: boolean;
  /** Offset of a shaped glyph, and the glyph's advance in the font, both in ems; undefined when the glyph is not shifted. */
  shift?: { x: number; y: number; advance: number };
  /** Level of the Unicode bidirectional algorithm, odd for right to left; undefined means 0. */
  level?: number;
}

/** @returns the width of all glyphs in ems */
export const totalWidth = (glyphs: Glyph[]): number => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
