/** One row of the printed table. */
export interface Figure {
  /** What was measured. */
  what: string;
  /** The formatted value. */
  figure: string;
  target?: string;
  /** Undefined for a figure without a target. */
  reached?: boolean;
}
