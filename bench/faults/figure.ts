/** One line of the result. */
export interface Figure {
  what: string;
  figure: string;
  target?: string;
  /** Set with a target. */
  reached?: boolean;
}
