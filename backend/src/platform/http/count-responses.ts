import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpInFlight, httpRequests } from '../telemetry/metrics.js';
import { getRoute } from './route-template.js';

export type CountResponse = (status: number, seconds: number) => void;

/** nginx's status for a client that closed the connection before it had received the response. */
const CLIENT_CLOSED_REQUEST = 499;
const counters = new Map<string, CountResponse>();

/**
 * @returns a counter for the responses of one route. It resolves the labels of each status only once, because thousands of
 * cached responses are sent per second.
 */
export function responseCounter(method: string, route: string): CountResponse {
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

/** Counts a request when its response is complete or its connection is lost, no matter which code responds. */
export function countResponse(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  httpInFlight.inc();
  response.once('close', () => {
    httpInFlight.dec();
    const key = `${request.method} ${getRoute(request)}`;
    let count = counters.get(key);
    if (!count) {
      count = responseCounter(request.method!, getRoute(request));
      counters.set(key, count);
    }
    count(
      response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      (performance.now() - startedAt) / 1_000,
    );
  });
}
