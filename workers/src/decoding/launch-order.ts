/** Instructions for the launcher, as JSON in its first argument. */
export interface LaunchOrder {
  /** CPU time of the process, summed over all threads. */
  cpuSeconds: number;
  /** Files and directories that the process can read, in addition to those that Node needs. */
  readable: string[];
  /** Whether the launcher exits when the kernel cannot confine the process; on Linux only. */
  required: boolean;
  /** Arguments of Node: options, the program and its arguments. */
  arguments: string[];
}

/** Prefix of the line that the launcher writes to standard error when the kernel cannot confine the process. */
export const UNCONFINED = 'not confined: ';
