/** Instructions for the launcher (launch.ts), which reads them as JSON from its first argument. */
export interface LaunchOrder {
  /** CPU time of the process, summed over all threads. */
  cpuSeconds: number;
  /** Files and directories that the process can read, in addition to those that Node needs. */
  readable: string[];
  /** Whether the launcher exits when the kernel cannot confine the process. Has no effect on systems other than Linux. */
  required: boolean;
  /** Arguments of Node: options, the program and the arguments of the program. */
  arguments: string[];
}

/** Prefix of the line that the launcher writes to standard error when the kernel cannot confine the process. */
export const UNCONFINED = 'not confined: ';
