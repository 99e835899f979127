export interface LineStyle {
  /** Red, green and blue, each from 0 to 1. */
  colour: [number, number, number];
  /** The dash pattern in points; empty for a solid line. */
  dash: number[];
}

const styles: LineStyle[] = [
  { colour: [0.13, 0.13, 0.12], dash: [] },
  { colour: [0.64, 0.18, 0.17], dash: [9, 3] },
  { colour: [0.15, 0.25, 0.42], dash: [2, 2.5] },
  { colour: [0.17, 0.38, 0.28], dash: [12, 3, 2, 3] },
  { colour: [0.54, 0.33, 0], dash: [5, 2.5] },
  { colour: [0.49, 0.16, 0.3], dash: [12, 3, 2, 3, 2, 3] },
  { colour: [0.25, 0.34, 0.39], dash: [16, 4] },
  { colour: [0.42, 0.3, 0.55], dash: [1, 2] },
  { colour: [0.35, 0.35, 0.1], dash: [7, 2, 1, 2] },
];

/** @returns the style of the lines of a size; sizes differ in dash and colour */
export const sizeStyle = (index: number): LineStyle => styles[index % styles.length]!;
