import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { spread, type Spread } from '../figures.ts';

/** Result of the measurement. The times are milliseconds from the request to the response. */
export interface ViewFigures extends Spread {
  /** Requests with the response 202. */
  accepted: number;
  acceptedPerSecond: number;
  /** Number of distinct accepted views. Must equal `counted`. */
  expected: number;
  /** Number of views that the shop counted during the measurement. */
  counted: number;
  problems: string[];
}

export interface ViewPlan {
  /** Number of requests. Every fourth repeats the previous view, whose response can still be pending. */
  requests: number;
  connections: number;
}

/** Milliseconds; longer than the five seconds after which the shop counts the views that it has received. */
const ROUND_MS = 7_000;
const TIMEOUT_MS = 60_000;
const HALF_HOUR_MS = 1_800_000;
const VISITORS = 1_000;

/** Sends views of all patterns of a running shop and checks that each view is counted once. */
export async function measureViews(
  url: string,
  signal: AbortSignal,
  { requests, connections }: ViewPlan = { requests: 60_000, connections: 64 },
): Promise<ViewFigures> {
  const patterns = await patternIds(url, signal);
  const before = await viewCounts(url, patterns, signal);
  // The shop counts a session once in each half hour of the clock, so a measurement must not span two half hours.
  const untilNextHalfHour = HALF_HOUR_MS - (Date.now() % HALF_HOUR_MS);
  if (untilNextHalfHour < TIMEOUT_MS) await pause(untilNextHalfHour + 1_000, undefined, { signal });

  const run = Date.now().toString(36);
  const acceptedSessions = new Map(patterns.map((id) => [id, new Set<string>()]));
  const times: number[] = [];
  const refused = new Map<string, number>();
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      sendOnConnection(url, signal, () => {
        if (next >= requests) return undefined;
        const number = next++;
        const view = number % 4 === 3 ? number - 1 : number;
        const id = patterns[view % patterns.length]!;
        const session = `bench-${run}-${view}`;
        const sent = performance.now();
        return {
          bytes: viewRequest(id, session, number % VISITORS),
          onResponse(status) {
            times.push(performance.now() - sent);
            if (status === '202') acceptedSessions.get(id)!.add(session);
            else refused.set(status, (refused.get(status) ?? 0) + 1);
          },
        };
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;

  const problems = [...refused].map(([status, count]) => `${count} views got the response HTTP ${status}`);
  const accepted = times.length - [...refused.values()].reduce((sum, count) => sum + count, 0);
  const expected = new Map(patterns.map((id) => [id, before.get(id)! + acceptedSessions.get(id)!.size]));
  const after = await waitForViewCounts(url, patterns, expected, signal);
  for (const id of patterns) {
    const difference = after.get(id)! - expected.get(id)!;
    if (difference < 0) problems.push(`${-difference} views of ${id} were lost`);
    if (difference > 0) problems.push(`${difference} views of ${id} were counted twice`);
  }
  const newViews = (counts: Map<string, number>) =>
    [...counts.values()].reduce((a, b) => a + b, 0) - [...before.values()].reduce((a, b) => a + b, 0);
  return {
    ...spread(times),
    accepted,
    acceptedPerSecond: accepted / seconds,
    expected: newViews(expected),
    counted: newViews(after),
    problems,
  };
}

async function patternIds(url: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`${url}/api/patterns?limit=100`, { signal });
  const { data } = (await response.json()) as { data: { patterns: { id: string }[] } };
  return data.patterns.map(({ id }) => id);
}

async function viewCounts(url: string, patterns: string[], signal: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const id of patterns) {
    const response = await fetch(`${url}/api/patterns/${id}`, { signal, headers: { 'cache-control': 'no-cache' } });
    const { data } = (await response.json()) as { data: { view_count: number } };
    counts.set(id, data.view_count);
  }
  return counts;
}

/**
 * Waits until the shop has counted all expected views. Then waits ROUND_MS, in which a second count of the same view would
 * become visible.
 */
async function waitForViewCounts(url: string, patterns: string[], expected: Map<string, number>, signal: AbortSignal) {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    const counts = await viewCounts(url, patterns, signal);
    const incomplete = patterns.some((id) => counts.get(id)! < expected.get(id)!);
    if (!incomplete || performance.now() > giveUpAt) break;
    await pause(500, undefined, { signal });
  }
  await pause(ROUND_MS, undefined, { signal });
  return viewCounts(url, patterns, signal);
}

/** @returns a browser's request as a proxy forwards it; the visitor's address is in the range reserved for benchmarks */
function viewRequest(patternId: string, session: string, visitor: number): string {
  const body = JSON.stringify({ session_id: session, referrer: 'https://blog.example/a-post' });
  return [
    `POST /api/patterns/${patternId}/view HTTP/1.1`,
    'host: shop',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-forwarded-for: 198.18.${visitor >> 8}.${visitor & 255}`,
    'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    '',
    body,
  ].join('\r\n');
}

interface Exchange {
  bytes: string;
  onResponse(status: string): void;
}

/**
 * Sends one request after another on one connection. A plain socket needs less CPU than `fetch`, which matters because this
 * process shares its cores with the shop.
 */
function sendOnConnection(url: string, signal: AbortSignal, nextExchange: () => Exchange | undefined): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const stop = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', stop);
    let current: Exchange | undefined;
    let received = '';
    const send = () => {
      current = nextExchange();
      if (current) socket.write(current.bytes);
      else socket.end();
    };
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0);
      if (received.length < head + 4 + length) return;
      const status = received.slice(9, 12);
      received = '';
      current?.onResponse(status);
      send();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
      if (current) reject(new Error('the shop closed a connection before its response'));
      else resolve();
    });
  });
}
