/** What the launcher is told, as JSON in its first argument. */
export interface LaunchOrder {
  /** Computing time of the process, all threads together. */
  cpuSeconds: number;
  /** Files and directories that the process may read, besides what Node itself needs. */
  readable: string[];
  /** Do not start, on Linux, where the kernel cannot confine the process. */
  required: boolean;
  /** Of Node: options, the program, its own arguments. */
  arguments: string[];
}

/** How the launcher begins its line on standard error when the kernel cannot confine it. */
export const UNCONFINED = 'not confined: ';
