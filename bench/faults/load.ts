import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Either so many a second, however long the answers take, or so many at once, each after the answer before. */
export interface CrowdPlan {
  url: string;
  /** Makes the questions of this crowd its own. */
  run: string;
  seconds: number;
  atOnce: number;
  /** 0: as many as `atOnce` can ask for. */
  perSecond: number;
}

/** Times in milliseconds from the moment at which a request was due. */
export interface CrowdReport {
  served: number;
  perSecond: number;
  servedMs: number[];
  /** 503 with Retry-After. */
  refusedMs: number[];
  /** Everything else. */
  failures: Record<string, number>;
}

/** A process of its own, so that nothing else delays it. */
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
