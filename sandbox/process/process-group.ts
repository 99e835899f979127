import { rmSync } from 'node:fs';
import type { Lock } from './lock-file.ts';
import type { RunRecord } from '../data-directory.ts';
import { startProgram, type Program, type ProgramOptions } from './program.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';
import { StartError } from '../start-error.ts';
import { startProcessReaper, type CleanupList, type ProcessReaper } from './process-reaper.ts';

const STOP_TIMEOUT_MS = 15_000;
const RESTART_TIMEOUT_MS = 500;

/** The processes of a running shop. `stop` ends the programs first, then the services that the programs need. */
export class ProcessGroup {
  /** Resolves when a process ends unexpectedly. */
  readonly failed: Promise<StartError>;
  readonly #reaper: ProcessReaper;
  readonly #lock: Lock<RunRecord>;
  readonly #runRecord: RunRecord;
  readonly #files: string[];
  readonly #programs: Program[] = [];
  readonly #servers: ProcessIdentity[] = [];
  readonly #services: (() => Promise<void>)[] = [];
  #stopped: Promise<void> | undefined;
  #fail: (error: StartError) => void = () => {};

  /** @param files the files to delete when the shop has stopped */
  constructor(root: string, lock: Lock<RunRecord>, url: string, files: string[]) {
    this.#reaper = startProcessReaper(root);
    this.#lock = lock;
    this.#files = files;
    const { pid, began } = this.#reaper;
    this.#runRecord = { url, reaper: { pid, began }, programs: [] };
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    this.#register();
  }

  /** Starts a program that is expected to run until `stop`. */
  start(options: ProgramOptions): Program {
    const program = startProgram(options);
    this.#programs.push(program);
    this.#register();
    void program.ended.then((result) => this.#report(`${options.name} stopped unexpectedly (${result}).`, options.log));
    return program;
  }

  /**
   * Starts a program that can end and be restarted.
   * @param onEnd a function that is called when the program ends unexpectedly
   * @returns a function that stops the program, if it runs, and starts it again
   */
  startRestartable(options: ProgramOptions, onEnd: (result: string) => void): () => Promise<void> {
    let current: Program | undefined;
    let restarts = Promise.resolve();
    const start = () => {
      if (this.#stopped) return;
      const program = startProgram(options);
      current = program;
      this.#programs.push(program);
      this.#register();
      void program.ended.then((result) => {
        this.#programs.splice(this.#programs.indexOf(program), 1);
        if (current === program && !this.#stopped) onEnd(result);
      });
    };
    const restart = async () => {
      const before = current;
      current = undefined;
      await before?.stop(RESTART_TIMEOUT_MS);
      start();
    };
    start();
    return () => (restarts = restarts.then(restart));
  }

  /** Adds a service that the programs need. `stop` closes the services in reverse order. */
  addService(close: () => Promise<void>): void {
    this.#services.push(close);
  }

  /**
   * Reports a failure when the process of a service ends before `stop`.
   * @param outlives whether the service keeps running when this process is killed; the process reaper then stops it
   */
  watchProcess(name: string, server: { pid: number; ended: Promise<void> }, log?: string, outlives = false): void {
    if (outlives) this.#servers.push(identify(server.pid));
    this.#register();
    void server.ended.then(() => this.#report(`${name} stopped unexpectedly.`, log));
  }

  /** Stops programs and services in order; further calls return the same promise. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Tells the process reaper to kill all processes when this process ends. The caller must exit immediately afterwards. */
  killAll(): void {
    this.#reaper.replaceList({ ...this.#cleanup(), force: true });
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop(STOP_TIMEOUT_MS)));
    for (const close of this.#services.toReversed()) await close().catch(() => {});
    for (const file of this.#files) rmSync(file, { force: true });
    this.#reaper.stop();
    this.#lock.release();
  }

  #register(): void {
    const cleanup = this.#cleanup();
    this.#reaper.replaceList(cleanup);
    this.#lock.setNote({ ...this.#runRecord, programs: cleanup.programs });
  }

  #cleanup(): CleanupList {
    const programs = this.#programs.map(({ pid, began }) => ({ pid, began }));
    return { programs, servers: this.#servers, files: this.#files };
  }

  #report(message: string, log?: string): void {
    if (!this.#stopped) this.#fail(new StartError(message, log));
  }
}
