import { Agent, request } from 'node:http';
import type { LoadProgress, LoadReport, Times } from './load-plan.ts';
import type { PlannedRequest, RequestMix } from './request-mix.ts';

const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
const MAX_EXAMPLES = 20;

/** Sends requests at a fixed rate over keep-alive connections and checks every response. Failed requests are not retried. */
export class SteadyLoad {
  readonly #correct: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};
  readonly #examples: string[] = [];
  readonly #statuses: Record<string, number> = {};
  /** Start of each request with a correct response, in seconds since the beginning of the load. */
  readonly #startSeconds: number[] = [];
  /** Milliseconds that each request with a correct response took. */
  readonly #times: number[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  readonly #agent: Agent;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #url: string;
  #seconds = 0;

  /** @param rate the requests per second @param connections the maximum number of connections */
  constructor(url: string, mix: RequestMix, rate: number, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
    let sent = 0;
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - this.#began) / 1000) * rate);
      for (; sent < due; sent += 1) this.#send(mix.next());
    }, TICK_MS);
  }

  get progress(): LoadProgress {
    const failed = Object.values(this.#failures).reduce((sum, count) => sum + count, 0);
    return { correct: this.#times.length, failed };
  }

  /** Sends no more requests and waits for those in flight. @param warmUp the seconds at the start that `thirds` excludes */
  async stop(warmUp: number): Promise<Omit<LoadReport, 'purchases'>> {
    clearInterval(this.#timer);
    this.#seconds = (performance.now() - this.#began) / 1000;
    await Promise.all(this.#inFlight);
    this.#agent.destroy();
    const third = Math.max(0, this.#seconds - warmUp) / 3;
    const thirdAt = (number: number) =>
      summarise(this.#times.filter((_, index) => Math.floor((this.#startSeconds[index]! - warmUp) / third) === number));
    return {
      seconds: this.#seconds,
      correct: this.#correct,
      failures: this.#failures,
      examples: this.#examples,
      statuses: this.#statuses,
      thirds: [thirdAt(0), thirdAt(1), thirdAt(2)],
      ...summarise(this.#times),
    };
  }

  #send(planned: PlannedRequest): void {
    const began = performance.now();
    const finished = this.#request(planned).then(
      () => {
        this.#correct[planned.name] = (this.#correct[planned.name] ?? 0) + 1;
        this.#startSeconds.push((began - this.#began) / 1000);
        this.#times.push(performance.now() - began);
      },
      (error: Error & { code?: string }) => {
        const kind = `${planned.name}: ${error.code ?? error.message}`;
        this.#failures[kind] = (this.#failures[kind] ?? 0) + 1;
        if (this.#examples.length < MAX_EXAMPLES) {
          const after = Math.round(performance.now() - began);
          this.#examples.push(
            `${new Date().toISOString()} ${planned.method} ${planned.path}: ${error.message}, after ${after} ms`,
          );
        }
      },
    );
    this.#inFlight.add(finished);
    void finished.finally(() => this.#inFlight.delete(finished));
  }

  #request({ method, path, body, status, contains }: PlannedRequest): Promise<void> {
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {};
      const sent = request(
        this.#url + path,
        { method, agent: this.#agent, headers, timeout: TIMEOUT_MS },
        (response) => {
          const code = String(response.statusCode);
          this.#statuses[code] = (this.#statuses[code] ?? 0) + 1;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const content = Buffer.concat(chunks).toString();
            if (response.statusCode !== status) reject(new Error(`HTTP ${response.statusCode} instead of ${status}`));
            else if (!content.includes(contains)) reject(new Error('unexpected response'));
            else resolve();
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

function summarise(unsorted: number[]): Times {
  const times = unsorted.toSorted((a, b) => a - b);
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50: percentile(0.5), p99: percentile(0.99), longest: percentile(1) };
}
