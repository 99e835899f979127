import { readFileSync } from 'node:fs';

/** The start of the shop has failed. The message has one line per reason; the file `log`, if given, contains details. */
export class StartError extends Error {
  readonly log: string | undefined;

  constructor(message: string, log?: string) {
    super(message);
    this.log = log;
  }
}

/** @returns an error that explains a failed file operation in the data directory */
export function explainDataDirError(error: unknown, dataDir: string): Error {
  const { code, path = dataDir } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return new StartError(`DATA_DIR: ${path} is a file, not a directory.`);
  const unwritable = `DATA_DIR: ${dataDir} is not writable. Choose another one: DATA_DIR=<directory> npm start`;
  return isFullDisk(error) ? fullDisk(dataDir) : new StartError(unwritable);
}

/** @returns an error about the full disk if the message or log of `error` reports a full disk, otherwise `error` */
export function explainFullDisk(error: unknown, directory: string): unknown {
  return isFullDisk(error) ? fullDisk(directory, (error as Partial<StartError>).log) : error;
}

function isFullDisk(error: unknown): boolean {
  const { message, log } = error as Partial<StartError>;
  return /ENOSPC|EDQUOT|no space left on device|disk quota/i.test([message, ...(log ? lastLines(log) : [])].join('\n'));
}

const fullDisk = (directory: string, log?: string) =>
  new StartError(`The disk is full: ${directory} cannot be written.`, log);

/** @returns the last lines of a log file that are not empty; an empty list when the file is missing */
export function lastLines(log: string, count = 20): string[] {
  try {
    const lines = readFileSync(log, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  } catch {
    return [];
  }
}
