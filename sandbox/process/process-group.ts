import { rmSync } from 'node:fs';
import type { Lock } from './lock-file.ts';
import type { RunNote } from '../data-directory.ts';
import { startProgram, type Program, type ProgramOptions } from './program.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';
import { StartError } from '../start-error.ts';
import { hireUndertaker, type Estate, type Undertaker } from './process-reaper.ts';

const patience = 15_000;
/** Milliseconds for a program that is only started anew. */
const restartPatience = 500;

/** Everything one start has started, and the only way to end it: programs first, then what they stand on. */
export class ProcessGroup {
  /** Resolves when something ends that nobody asked to end. */
  readonly failed: Promise<StartError>;
  readonly #undertaker: Undertaker;
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
    this.#undertaker = hireUndertaker(root);
    this.#lock = lock;
    this.#files = files;
    const { pid, began } = this.#undertaker;
    this.#note = { url, undertaker: { pid, began }, programs: [] };
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
   * Starts a program that may end and be started anew.
   * @param onEnd learns of an end that nothing here has asked for
   * @returns ends it, if it runs, and starts it again
   */
  startRestartable(options: ProgramOptions, onEnd: (how: string) => void): () => Promise<void> {
    let current: Program | undefined;
    let turn = Promise.resolve();
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
      await before?.stop(restartPatience);
      start();
    };
    start();
    return () => (turn = turn.then(restart));
  }

  /** Adds something the programs stand on; the last one added is closed first. */
  support(close: () => Promise<void>): void {
    this.#supports.push(close);
  }

  /** Adds a process the programs stand on. `outlives` says that it goes on when this process is killed. */
  supportingProcess(name: string, server: { pid: number; ended: Promise<void> }, log?: string, outlives = false): void {
    if (outlives) this.#servers.push(identify(server.pid));
    this.#register();
    void server.ended.then(() => this.#report(`${name} stopped unexpectedly.`, log));
  }

  /** Ends everything in order. Safe to call at any time and repeatedly. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Leaves it to the undertaker to kill everything, for a process that exits right now. */
  abandon(): void {
    this.#undertaker.inherit({ ...this.#estate(), force: true });
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop(patience)));
    for (const close of this.#supports.toReversed()) await close().catch(() => {});
    for (const file of this.#files) rmSync(file, { force: true });
    this.#undertaker.dismiss();
    this.#lock.release();
  }

  #register(): void {
    const estate = this.#estate();
    this.#undertaker.inherit(estate);
    this.#lock.tell({ ...this.#note, programs: estate.programs });
  }

  #estate(): Estate {
    const programs = this.#programs.map(({ pid, began }) => ({ pid, began }));
    return { programs, servers: this.#servers, files: this.#files };
  }

  #report(message: string, log?: string): void {
    if (!this.#stopped) this.#fail(new StartError(message, log));
  }
}
