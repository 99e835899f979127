import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, lives, type ProcessIdentity } from './process-identity.ts';

/** A lock that ends with its process; other processes can read `note`. */
export interface Lock<Note> {
  /** Replaces the note. */
  tell(note: Note): void;
  release(): void;
}

export interface Holder<Note> extends ProcessIdentity {
  note: Note;
}

/** Takes the lock, or returns its running holder. `leftBehind` gets the note of a holder that died without releasing. */
export async function takeLock<Note>(
  file: string,
  note: Note,
  leftBehind: (note: Note) => Promise<void> = async () => {},
): Promise<Lock<Note> | { holder: Holder<Note> }> {
  const own = `${file}.${process.pid}`;
  const write = (path: string, current: Note) =>
    writeFileSync(path, JSON.stringify({ ...identify(process.pid), note: current }), { mode: 0o600 });
  const tell = (current: Note) => {
    write(own, current);
    renameSync(own, file);
  };
  for (;;) {
    write(own, note);
    try {
      linkSync(own, file);
      return { tell, release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
    const holder = readHolder<Note>(file);
    if (holder && lives(holder)) return { holder };
    if (holder) await leftBehind(holder.note);
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
