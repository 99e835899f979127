import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Either a fixed rate, or a fixed number of parallel requests, each sent after the previous response. */
export interface CrowdPlan {
  url: string;
  /** Makes the searches of this load unique. */
  run: string;
  seconds: number;
  atOnce: number;
  /** 0: as many as `atOnce` parallel requests reach. */
  perSecond: number;
}

/** Milliseconds from the scheduled time of a request. */
export interface CrowdReport {
  served: number;
  perSecond: number;
  servedMs: number[];
  /** 503 with Retry-After. */
  refusedMs: number[];
  /** All other responses and errors. */
  failures: Record<string, number>;
}

/** Sends the load from a separate process, which no other work delays. */
export async function sendCrowd(plan: CrowdPlan): Promise<CrowdReport> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] });
  try {
    child.send(plan);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the load process ended with ${code}`);
    });
    ended.catch(() => undefined);
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [CrowdReport];
    return report;
  } finally {
    child.kill();
  }
}
