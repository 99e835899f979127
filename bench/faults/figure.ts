/** One line of the result. */
export interface Figure {
  what: string;
  figure: string;
  target?: string;
  /** Undefined for a figure without a target. */
  reached?: boolean;
}
