import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, httpRequests } from '../telemetry/metrics.js';
import { routeOf } from './route-template.js';

export type CountAnswer = (status: number, seconds: number) => void;

/** As other servers note a visitor who left before the answer was written. */
const LEFT = 499;
const known = new Map<string, CountAnswer>();

/** Counts the answers of one route. Thousands of ready answers go out in a second, so its labels are looked up once. */
export function answersOf(method: string, route: string): CountAnswer {
  const children = new Map<number, { observe(seconds: number): void }>();
  return (status, seconds) => {
    let child = children.get(status);
    if (!child) {
      child = httpRequests.labels(method, route, String(status));
      children.set(status, child);
    }
    child.observe(seconds);
  };
}

/** Counts whatever becomes of a request, once it is over, however it is answered. */
export function countAnswer(request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  httpInFlight.inc();
  response.once('close', () => {
    httpInFlight.dec();
    const key = `${request.method} ${routeOf(request)}`;
    let count = known.get(key);
    if (!count) {
      count = answersOf(request.method!, routeOf(request));
      known.set(key, count);
    }
    count(response.writableFinished ? response.statusCode : LEFT, (performance.now() - began) / 1_000);
  });
}
