import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, type ProcessIdentity } from '../../../sandbox/process/process-identity.ts';
import type { PodPlan, Probe } from './manifests.ts';

export interface PodOptions {
  plan: PodPlan;
  /** The directory of the built project, in which the process runs. */
  root: string;
  command: string[];
  env: Record<string, string>;
  /** Ports on this machine, by the port names of the plan. */
  ports: Record<string, number>;
  log: string;
  /** Stop signal of the image. */
  stopSignal: NodeJS.Signals;
  onStart(process: ProcessIdentity): void;
}

/**
 * How a pod ended. Every value except `clean` is a problem. After a call of `terminate`, a pod is `clean` when it exits with
 * code 0, and `failed` when it exits with another code. `ended by itself` means that the pod ended without this call.
 */
export type End = 'clean' | 'failed' | 'killed after its grace period' | 'killed by its probe' | 'ended by itself';

/** Milliseconds until all nodes and the ingress have removed a terminating pod. The pod receives requests until then. */
const REMOVAL_DELAY_MS = 2_000;

/** Runs one pod as a process and sends its startup, readiness and liveness probes, like the kubelet. */
export class Pod {
  /** True while the pod passes its readiness probe. */
  ready = false;
  terminating = false;
  /** Milliseconds: `start` from the start until the pod is ready, `end` from the call of `terminate` until it has ended. */
  readonly took = { start: 0, end: 0 };
  readonly ended: Promise<End>;
  readonly #options: PodOptions;
  readonly #child: ChildProcess;
  readonly #ended = new AbortController();
  #killReason: End | null = null;
  #removed = false;

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
        this.#ended.abort();
        const end = this.terminating ? (code === 0 ? 'clean' : 'failed') : 'ended by itself';
        resolve(this.#killReason ?? end);
      });
    });
    void this.#runProbes().catch(() => undefined);
  }

  /** Whether the Services send requests to this pod. */
  get reachable(): boolean {
    return this.ready && !this.#removed;
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

  /** @throws {Error} when the pod ends before it is ready, or is not ready within `ms` */
  async untilReady(ms: number, abort: AbortSignal): Promise<void> {
    const began = performance.now();
    while (!this.ready) {
      abort.throwIfAborted();
      if (this.#ended.signal.aborted) throw new Error(`${this.name} ended before it was ready; see ${this.log}`);
      if (performance.now() - began > ms)
        throw new Error(`${this.name} is not ready after ${ms / 1000} s; see ${this.log}`);
      await pause(20);
    }
    this.took.start = performance.now() - began;
  }

  /** Waits for `preStop`, then sends the stop signal. When the grace period is over, sends SIGKILL. */
  async terminate(): Promise<End> {
    const { preStopSeconds, graceSeconds } = this.#options.plan;
    const began = performance.now();
    this.terminating = true;
    setTimeout(() => (this.#removed = true), REMOVAL_DELAY_MS).unref();
    const grace = setTimeout(() => this.#kill('killed after its grace period'), graceSeconds * 1000);
    await pause(preStopSeconds * 1000);
    this.#child.kill(this.#options.stopSignal);
    const end = await this.ended;
    clearTimeout(grace);
    this.took.end = performance.now() - began;
    return end;
  }

  #kill(reason: End): void {
    this.#killReason ??= reason;
    this.#child.kill('SIGKILL');
  }

  async #runProbes(): Promise<void> {
    const { startupProbe, livenessProbe, readinessProbe } = this.#options.plan;
    if (startupProbe && !(await this.#untilStarted(startupProbe))) return this.#kill('killed by its probe');
    if (!readinessProbe) this.ready = true;
    await Promise.all([
      livenessProbe &&
        this.#repeatProbe(
          livenessProbe,
          (isPassing) => !isPassing && !this.terminating && this.#kill('killed by its probe'),
        ),
      readinessProbe && this.#repeatProbe(readinessProbe, (isPassing) => (this.ready = isPassing)),
    ]);
  }

  async #untilStarted(probe: Probe): Promise<boolean> {
    for (let failures = 0; failures < probe.failureThreshold; failures += 1) {
      if (await this.#sendProbe(probe)) return true;
      await this.#pause(probe.periodSeconds);
    }
    return false;
  }

  /**
   * Repeats a probe until the pod ends. Reports every success. Reports a failure after `failureThreshold` failures in a row.
   */
  async #repeatProbe(probe: Probe, report: (isPassing: boolean) => void): Promise<void> {
    let failures = 0;
    for (;;) {
      const isPassing = await this.#sendProbe(probe);
      failures = isPassing ? 0 : failures + 1;
      if (isPassing || failures >= probe.failureThreshold) report(isPassing);
      await this.#pause(probe.periodSeconds);
    }
  }

  /** @throws {Error} when the pod has ended */
  async #pause(seconds: number): Promise<void> {
    await pause(seconds * 1000, undefined, { signal: this.#ended.signal });
  }

  #sendProbe({ path, port, timeoutSeconds }: Probe): Promise<boolean> {
    const number = this.#options.ports[port] ?? Number(port);
    return new Promise((resolve) => {
      const request = get(
        { host: '127.0.0.1', port: number, path, agent: false, timeout: timeoutSeconds * 1000 },
        (response) => {
          response.resume();
          resolve(response.statusCode! >= 200 && response.statusCode! < 400);
        },
      );
      request.once('timeout', () => request.destroy(new Error('timed out')));
      request.once('error', () => resolve(false));
    });
  }
}
