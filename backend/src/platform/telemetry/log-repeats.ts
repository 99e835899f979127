const PAUSE_MS = 10_000;

/**
 * Bounds the log of an error that repeats: each kind (by place, code and name of the error, never by its message, which may hold
 * an id) is written once in ten seconds, later with the last error and the number of those that the line stands for.
 * @param write gets the fields of a line: the error as `err`, `repeated`, those of its place, which a kind has in common, and any further ones
 */
export function logRepeats(write: (fields: object) => void, pauseMs = PAUSE_MS) {
  const waiting = new Map<string, { line: object; repeated: number }>();

  const endPause = (kind: string): void => {
    const { line, repeated } = waiting.get(kind)!;
    waiting.delete(kind);
    if (repeated === 0) return;
    write({ ...line, repeated });
    beginPause(kind, line);
  };
  const beginPause = (kind: string, line: object): void => {
    waiting.set(kind, { line, repeated: 0 });
    setTimeout(() => endPause(kind), pauseMs).unref();
  };

  return (err: unknown, place: Record<string, string> = {}, further: object = {}): void => {
    const { code, name } = (err ?? {}) as { code?: unknown; name?: unknown };
    const kind = JSON.stringify([place, code, name]);
    const line = { ...(err !== null && { err }), ...place, ...further };
    const known = waiting.get(kind);
    if (known) {
      known.line = line;
      known.repeated += 1;
      return;
    }
    write(line);
    beginPause(kind, line);
  };
}
