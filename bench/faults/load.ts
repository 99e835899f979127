import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Search requests: either `perSecond` at a fixed rate, or `atOnce` in parallel. With `atOnce`, each connection sends its
 * next request after the previous response.
 */
export interface SearchLoadPlan {
  url: string;
  /** Part of each search term, so that no other load sends the same search. */
  run: string;
  seconds: number;
  /** Number of connections of a load without a fixed rate. */
  atOnce: number;
  /** Requests per second; 0 for no fixed rate. */
  perSecond: number;
}

/** All times are in milliseconds, from the scheduled time of a request to its response. */
export interface SearchLoadReport {
  /** Number of responses with status 200. */
  served: number;
  /** Responses with status 200 per second. */
  perSecond: number;
  servedMs: number[];
  /** Times of the responses with status 503 and a Retry-After header. */
  refusedMs: number[];
  /** Counts of all other responses and errors. */
  failures: Record<string, number>;
}

/** Sends the load from a separate process, so that other work of this process does not delay it. */
export async function sendSearchLoad(plan: SearchLoadPlan): Promise<SearchLoadReport> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] });
  try {
    child.send(plan);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the load process ended with exit code ${code}`);
    });
    ended.catch(() => undefined);
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [SearchLoadReport];
    return report;
  } finally {
    child.kill();
  }
}
