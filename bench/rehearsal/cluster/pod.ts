import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, type ProcessIdentity } from '../../../sandbox/process/process-identity.ts';
import type { PodPlan, Probe } from './manifests.ts';

export interface PodOptions {
  plan: PodPlan;
  /** Used as the root directory of the image. */
  root: string;
  command: string[];
  env: Record<string, string>;
  /** Ports on this machine, by the names of the plan. */
  ports: Record<string, number>;
  log: string;
  /** Stop signal of the image. */
  stopSignal: NodeJS.Signals;
  onStart(process: ProcessIdentity): void;
}

/** How a pod ended; only the first is correct. */
export type End = 'in order' | 'exit code' | 'killed after its grace' | 'killed by its probe' | 'ended by itself';

/** Milliseconds until all nodes and the ingress have removed an ending pod; until then it gets requests. */
const HEARD_AFTER_MS = 2_000;

/** Runs one pod like the kubelet, with its readiness and liveness probes. */
export class Pod {
  /** Passes its readiness probe. */
  ready = false;
  terminating = false;
  /** Times in milliseconds, from its start to ready and from its removal to its end. */
  readonly took = { start: 0, end: 0 };
  readonly ended: Promise<End>;
  readonly #options: PodOptions;
  readonly #child: ChildProcess;
  readonly #over = new AbortController();
  #killedFor: End | null = null;
  #gone = false;

  constructor(options: PodOptions) {
    this.#options = options;
    const log = openSync(options.log, 'a');
    const [file, ...args] = options.command as [string, ...string[]];
    this.#child = spawn(file, args, {
      cwd: options.root,
      env: options.env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    options.onStart(identify(this.#child.pid ?? 0));
    this.ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve('ended by itself'));
      this.#child.once('exit', (code) => {
        this.ready = false;
        this.#over.abort();
        const end = this.terminating ? (code === 0 ? 'in order' : 'exit code') : 'ended by itself';
        resolve(this.#killedFor ?? end);
      });
    });
    void this.#probe().catch(() => undefined);
  }

  /** Whether the Services send requests to it. */
  get reachable(): boolean {
    return this.ready && !this.#gone;
  }

  get name(): string {
    return this.#options.plan.name;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get log(): string {
    return this.#options.log;
  }

  get labels(): Record<string, string> {
    return this.#options.plan.labels;
  }

  portOf(name: string): number {
    return this.#options.ports[name]!;
  }

  /** @throws {Error} when it ends, or is not ready within `ms` */
  async untilReady(ms: number, abort: AbortSignal): Promise<void> {
    const began = performance.now();
    while (!this.ready) {
      abort.throwIfAborted();
      if (this.#over.signal.aborted) throw new Error(`${this.name} ended before it was ready; see ${this.log}`);
      if (performance.now() - began > ms)
        throw new Error(`${this.name} is not ready after ${ms / 1000} s; see ${this.log}`);
      await pause(20);
    }
    this.took.start = performance.now() - began;
  }

  /** Waits for `preStop`, sends the stop signal, and SIGKILL after the grace period. */
  async terminate(): Promise<End> {
    const { preStopSeconds, graceSeconds } = this.#options.plan;
    const began = performance.now();
    this.terminating = true;
    setTimeout(() => (this.#gone = true), HEARD_AFTER_MS).unref();
    const grace = setTimeout(() => this.#kill('killed after its grace'), graceSeconds * 1000);
    await pause(preStopSeconds * 1000);
    this.#child.kill(this.#options.stopSignal);
    const end = await this.ended;
    clearTimeout(grace);
    this.took.end = performance.now() - began;
    return end;
  }

  #kill(reason: End): void {
    this.#killedFor ??= reason;
    this.#child.kill('SIGKILL');
  }

  async #probe(): Promise<void> {
    const { startupProbe, livenessProbe, readinessProbe } = this.#options.plan;
    if (startupProbe && !(await this.#untilStarted(startupProbe))) return this.#kill('killed by its probe');
    if (!readinessProbe) this.ready = true;
    await Promise.all([
      livenessProbe &&
        this.#repeat(livenessProbe, (passes) => !passes && !this.terminating && this.#kill('killed by its probe')),
      readinessProbe && this.#repeat(readinessProbe, (passes) => (this.ready = passes)),
    ]);
  }

  async #untilStarted(probe: Probe): Promise<boolean> {
    for (let failures = 0; failures < probe.failureThreshold; failures += 1) {
      if (await this.#passes(probe)) return true;
      await this.#pause(probe.periodSeconds);
    }
    return false;
  }

  /** Reports after the first success, and after `failureThreshold` consecutive failures. */
  async #repeat(probe: Probe, tell: (passes: boolean) => void): Promise<void> {
    let failures = 0;
    for (;;) {
      const passes = await this.#passes(probe);
      failures = passes ? 0 : failures + 1;
      if (passes || failures >= probe.failureThreshold) tell(passes);
      await this.#pause(probe.periodSeconds);
    }
  }

  /** @throws {Error} when the pod has ended */
  async #pause(seconds: number): Promise<void> {
    await pause(seconds * 1000, undefined, { signal: this.#over.signal });
  }

  #passes({ path, port, timeoutSeconds }: Probe): Promise<boolean> {
    const number = this.#options.ports[port] ?? Number(port);
    return new Promise((resolve) => {
      const asking = get(
        { host: '127.0.0.1', port: number, path, agent: false, timeout: timeoutSeconds * 1000 },
        (response) => {
          response.resume();
          resolve(response.statusCode! >= 200 && response.statusCode! < 400);
        },
      );
      asking.once('timeout', () => asking.destroy(new Error('timed out')));
      asking.once('error', () => resolve(false));
    });
  }
}
