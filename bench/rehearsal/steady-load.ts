import { Agent, request } from 'node:http';
import type { LoadProgress, LoadReport, Times } from './load-plan.ts';
import type { Asked, RequestMix } from './request-mix.ts';

const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
const MOST_EXAMPLES = 20;

/** Sends requests at a fixed rate over keep-alive connections, repeats none and checks every response. */
export class SteadyLoad {
  readonly #right: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};
  readonly #examples: string[] = [];
  readonly #statuses: Record<string, number> = {};
  /** Of correct responses: start in seconds since the beginning, and duration in milliseconds. */
  readonly #moments: number[] = [];
  readonly #times: number[] = [];
  readonly #underway = new Set<Promise<void>>();
  readonly #agent: Agent;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #url: string;
  #seconds = 0;

  /** @param rate requests per second @param connections maximum */
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
    return { answered: this.#times.length, failed };
  }

  /** Stops and waits for requests in flight. @param warmUp seconds that `thirds` excludes */
  async stop(warmUp: number): Promise<Omit<LoadReport, 'purchases'>> {
    clearInterval(this.#timer);
    this.#seconds = (performance.now() - this.#began) / 1000;
    await Promise.all(this.#underway);
    this.#agent.destroy();
    const third = Math.max(0, this.#seconds - warmUp) / 3;
    const thirdAt = (number: number) =>
      timesOf(this.#times.filter((_, at) => Math.floor((this.#moments[at]! - warmUp) / third) === number));
    return {
      seconds: this.#seconds,
      right: this.#right,
      failures: this.#failures,
      examples: this.#examples,
      statuses: this.#statuses,
      thirds: [thirdAt(0), thirdAt(1), thirdAt(2)],
      ...timesOf(this.#times),
    };
  }

  #send(asked: Asked): void {
    const began = performance.now();
    const answered = this.#ask(asked).then(
      () => {
        this.#right[asked.name] = (this.#right[asked.name] ?? 0) + 1;
        this.#moments.push((began - this.#began) / 1000);
        this.#times.push(performance.now() - began);
      },
      (error: Error & { code?: string }) => {
        const kind = `${asked.name}: ${error.code ?? error.message}`;
        this.#failures[kind] = (this.#failures[kind] ?? 0) + 1;
        if (this.#examples.length < MOST_EXAMPLES) {
          const after = Math.round(performance.now() - began);
          this.#examples.push(
            `${new Date().toISOString()} ${asked.method} ${asked.path}: ${error.message}, after ${after} ms`,
          );
        }
      },
    );
    this.#underway.add(answered);
    void answered.finally(() => this.#underway.delete(answered));
  }

  #ask({ method, path, body, status, contains }: Asked): Promise<void> {
    const text = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {};
      const asking = request(
        this.#url + path,
        { method, agent: this.#agent, headers, timeout: TIMEOUT_MS },
        (answer) => {
          const code = String(answer.statusCode);
          this.#statuses[code] = (this.#statuses[code] ?? 0) + 1;
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const content = Buffer.concat(chunks).toString();
            if (answer.statusCode !== status) reject(new Error(`HTTP ${answer.statusCode} instead of ${status}`));
            else if (!content.includes(contains)) reject(new Error('unexpected response'));
            else resolve();
          });
        },
      );
      asking.on('timeout', () => asking.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
      asking.on('error', reject);
      asking.end(text);
    });
  }
}

function timesOf(unsorted: number[]): Times {
  const times = unsorted.toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}
