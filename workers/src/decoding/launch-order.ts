/** Instructions for the launcher, as JSON in its first argument. */
export interface LaunchOrder {
  /** CPU time of the process, all threads together. */
  cpuSeconds: number;
  /** Readable files and directories, besides those that Node needs. */
  readable: string[];
  /** On Linux, exit when the kernel cannot confine the process. */
  required: boolean;
  /** Arguments of Node: options, the program and its arguments. */
  arguments: string[];
}

/** Prefix of the line on standard error when the kernel cannot confine the process. */
export const UNCONFINED = 'not confined: ';
