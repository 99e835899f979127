import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

// load.ts starts this process, which sends the requests with autocannon and compares every response.
process.on('message', (load: Load) => {
  void runLoad(load).then((result) => process.send!(result));
});
process.on('disconnect', () => process.exit());

async function runLoad({ url, seconds, connections, headers, expected }: Load): Promise<LoadResult> {
  let checked = 0;
  let wrong = 0;
  const { origin, pathname, search } = new URL(url);
  const result = await autocannon({
    url: origin,
    connections,
    pipelining: 1,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        path: pathname + search,
        headers,
        onResponse: (status: number, body: string, _context: object, responseHeaders?: object) => {
          checked += 1;
          const { etag } = (responseHeaders ?? {}) as { etag?: string };
          const isExpected =
            status === expected.status && body === expected.body && (!expected.etag || etag === expected.etag);
          if (!isExpected) wrong += 1;
        },
      },
    ],
  });
  const { latency, duration, errors, timeouts } = result;
  return {
    checked,
    wrong: wrong + errors + timeouts,
    perSecond: checked / duration,
    p50: latency.p50,
    p99: latency.p99,
  };
}
