/** One line of the result: what was measured, and its target. */
export interface Figure {
  what: string;
  figure: string;
  target?: string;
  /** Only with a target. */
  reached?: boolean;
}
