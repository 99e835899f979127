import type { End, Pod } from './pod.ts';

/** The pods of one Deployment; a rolling update starts one new pod before it ends an old one. */
export class Deployment {
  pods: Pod[] = [];
  rolls = 0;
  /** One entry for each ended pod. */
  readonly ends: End[] = [];
  /** Milliseconds from the start of a pod until it is ready. */
  readonly starts: number[] = [];
  /** Milliseconds from the removal of a pod to its end. */
  readonly endings: number[] = [];
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

  /** Resolves when all new pods are ready, like `kubectl rollout status`; old pods may still be shutting down. */
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
    this.starts.push(pod.took.start);
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
      this.endings.push(pod.took.end);
    });
    this.#terminations.push(termination);
  }
}
