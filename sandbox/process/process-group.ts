import { rmSync } from 'node:fs';
import type { Lock } from './lock-file.ts';
import type { RunNote } from '../data-directory.ts';
import { startProgram, type Program, type ProgramOptions } from './program.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';
import { StartError } from '../start-error.ts';
import { startProcessReaper, type CleanupList, type ProcessReaper } from './process-reaper.ts';

const stopTimeout = 15_000;
/** Milliseconds. */
const restartTimeout = 500;

/** All processes of one start. Stops the programs first, then the services that they need. */
export class ProcessGroup {
  /** Resolves when a process ends unexpectedly. */
  readonly failed: Promise<StartError>;
  readonly #reaper: ProcessReaper;
  readonly #lock: Lock<RunNote>;
  readonly #note: RunNote;
  readonly #files: string[];
  readonly #programs: Program[] = [];
  readonly #servers: ProcessIdentity[] = [];
  readonly #supports: (() => Promise<void>)[] = [];
  #stopped: Promise<void> | undefined;
  #fail: (error: StartError) => void = () => {};

  /** `files` exist only while the shop runs. */
  constructor(root: string, lock: Lock<RunNote>, url: string, files: string[]) {
    this.#reaper = startProcessReaper(root);
    this.#lock = lock;
    this.#files = files;
    const { pid, began } = this.#reaper;
    this.#note = { url, reaper: { pid, began }, programs: [] };
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    this.#register();
  }

  /** Starts a program that is expected to run until `stop`. */
  start(options: ProgramOptions): Program {
    const program = startProgram(options);
    this.#programs.push(program);
    this.#register();
    void program.ended.then((how) => this.#report(`${options.name} stopped unexpectedly (${how}).`, options.log));
    return program;
  }

  /**
   * Starts a program that may end and be restarted.
   * @param onEnd called when the program ends unexpectedly
   * @returns stops the program, if it runs, and starts it again
   */
  startRestartable(options: ProgramOptions, onEnd: (how: string) => void): () => Promise<void> {
    let current: Program | undefined;
    let restarts = Promise.resolve();
    const start = () => {
      if (this.#stopped) return;
      const program = startProgram(options);
      current = program;
      this.#programs.push(program);
      this.#register();
      void program.ended.then((how) => {
        this.#programs.splice(this.#programs.indexOf(program), 1);
        if (current === program && !this.#stopped) onEnd(how);
      });
    };
    const restart = async () => {
      const before = current;
      current = undefined;
      await before?.stop(restartTimeout);
      start();
    };
    start();
    return () => (restarts = restarts.then(restart));
  }

  /** Adds a service that the programs need; the last one added closes first. */
  support(close: () => Promise<void>): void {
    this.#supports.push(close);
  }

  /** Adds a process that the programs need. `outlives`: it keeps running when this process is killed. */
  supportingProcess(name: string, server: { pid: number; ended: Promise<void> }, log?: string, outlives = false): void {
    if (outlives) this.#servers.push(identify(server.pid));
    this.#register();
    void server.ended.then(() => this.#report(`${name} stopped unexpectedly.`, log));
  }

  /** Stops everything in order. Idempotent. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Makes the process reaper kill everything, for a process that exits at once. */
  abandon(): void {
    this.#reaper.replaceList({ ...this.#cleanup(), force: true });
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop(stopTimeout)));
    for (const close of this.#supports.toReversed()) await close().catch(() => {});
    for (const file of this.#files) rmSync(file, { force: true });
    this.#reaper.stop();
    this.#lock.release();
  }

  #register(): void {
    const cleanup = this.#cleanup();
    this.#reaper.replaceList(cleanup);
    this.#lock.tell({ ...this.#note, programs: cleanup.programs });
  }

  #cleanup(): CleanupList {
    const programs = this.#programs.map(({ pid, began }) => ({ pid, began }));
    return { programs, servers: this.#servers, files: this.#files };
  }

  #report(message: string, log?: string): void {
    if (!this.#stopped) this.#fail(new StartError(message, log));
  }
}
