import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

/**
 * A lock that is free again when its holder releases it or when the holder's process ends. The lock file contains the
 * identity of the holder's process and a note, a value that the holder writes for other processes.
 */
export interface Lock<Note> {
  /** Replaces the note. */
  setNote(note: Note): void;
  release(): void;
}

export interface Holder<Note> extends ProcessIdentity {
  note: Note;
}

/**
 * Takes the lock, or returns the running process that holds it.
 * @param onStaleNote a function that gets the note of a process that ended without releasing the lock
 */
export async function takeLock<Note>(
  file: string,
  note: Note,
  onStaleNote: (note: Note) => Promise<void> = async () => {},
): Promise<Lock<Note> | { holder: Holder<Note> }> {
  const temporary = `${file}.${process.pid}`;
  const write = (path: string, current: Note) =>
    writeFileSync(path, JSON.stringify({ ...identify(process.pid), note: current }), { mode: 0o600 });
  const setNote = (current: Note) => {
    write(temporary, current);
    renameSync(temporary, file);
  };
  for (;;) {
    write(temporary, note);
    try {
      linkSync(temporary, file);
      return { setNote, release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    const holder = readHolder<Note>(file);
    if (holder && isRunning(holder)) return { holder };
    if (holder) await onStaleNote(holder.note);
    rmSync(file, { force: true });
  }
}

function readHolder<Note>(file: string): Holder<Note> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder<Note>;
  } catch {
    return undefined;
  }
}
