import type { End, Pod } from './pod.ts';

/** The pods of one Deployment. A rolling update replaces them one by one: it starts a new pod before it ends an old one. */
export class Deployment {
  pods: Pod[] = [];
  /** Number of rolling updates. */
  rolls = 0;
  /** How the ended pods ended, one entry per pod. */
  readonly ends: End[] = [];
  /** For each started pod, the milliseconds from its start until it is ready. */
  readonly startTimes: number[] = [];
  /** For each terminated pod, the milliseconds from the call of `terminate` until the pod has ended. */
  readonly endTimes: number[] = [];
  readonly name: string;
  readonly #replicas: number;
  readonly #start: () => Promise<Pod>;
  #terminations: Promise<void>[] = [];

  constructor(name: string, replicas: number, start: () => Promise<Pod>) {
    this.name = name;
    this.#replicas = replicas;
    this.#start = start;
  }

  async open(abort: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: this.#replicas }, () => this.#add(abort)));
  }

  /** Resolves when all new pods are ready, like `kubectl rollout status`; old pods can still be shutting down. */
  async roll(abort: AbortSignal): Promise<void> {
    this.rolls += 1;
    for (const old of this.pods.filter(({ terminating }) => !terminating)) {
      await this.#add(abort);
      this.#remove(old);
    }
  }

  /** Waits for pods that are shutting down. */
  async settled(): Promise<void> {
    await Promise.all(this.#terminations);
  }

  async close(): Promise<void> {
    for (const pod of this.pods.slice()) this.#remove(pod);
    await this.settled();
  }

  async #add(abort: AbortSignal): Promise<void> {
    const pod = await this.#start();
    this.pods.push(pod);
    void pod.ended.then((end) => {
      if (!pod.terminating) this.#replaceEnded(pod, end, abort);
    });
    await pod.untilReady(90_000, abort);
    this.startTimes.push(pod.took.start);
  }

  /** Counts a pod that ends unexpectedly, and starts another. */
  #replaceEnded(pod: Pod, end: End, abort: AbortSignal): void {
    this.ends.push(end);
    this.pods = this.pods.filter((other) => other !== pod);
    if (!abort.aborted) void this.#add(abort).catch(() => undefined);
  }

  #remove(pod: Pod): void {
    const termination = pod.terminate().then((end) => {
      this.pods = this.pods.filter((other) => other !== pod);
      this.ends.push(end);
      this.endTimes.push(pod.took.end);
    });
    this.#terminations.push(termination);
  }
}
