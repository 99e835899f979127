import { readFileSync } from 'node:fs';

/** A start that cannot go on. The message is the one line that says why; the log, when given, holds the details. */
export class StartError extends Error {
  readonly log: string | undefined;

  constructor(message: string, log?: string) {
    super(message);
    this.log = log;
  }
}

/** What a failed file operation in the data directory means to the person who started the shop. */
export function explainDataDirError(error: unknown, dataDir: string): Error {
  const { code, path = dataDir } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return new StartError(`DATA_DIR: ${path} is a file, not a directory.`);
  const unwritable = `DATA_DIR: ${dataDir} cannot be written. Choose another one: DATA_DIR=<directory> npm start`;
  return isFullDisk(error) ? fullDisk(dataDir) : new StartError(unwritable);
}

/** The error itself, or, when its message or log says so, that the disk is full. */
export function explainFullDisk(error: unknown, directory: string): unknown {
  return isFullDisk(error) ? fullDisk(directory, (error as Partial<StartError>).log) : error;
}

function isFullDisk(error: unknown): boolean {
  const { message, log } = error as Partial<StartError>;
  return /ENOSPC|EDQUOT|no space left on device|disk quota/i.test([message, ...(log ? lastLines(log) : [])].join('\n'));
}

const fullDisk = (directory: string, log?: string) =>
  new StartError(`The disk is full: ${directory} cannot be written.`, log);

/** The last lines of a log file, without empty ones; none when there is no such file. */
export function lastLines(log: string, count = 20): string[] {
  try {
    const lines = readFileSync(log, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  } catch {
    return [];
  }
}
