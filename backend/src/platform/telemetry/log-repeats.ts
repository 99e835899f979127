const PAUSE_MS = 10_000;

/**
 * Limits repeated log lines: each kind of error (same place, code and name; messages may contain ids and are ignored)
 * is logged at once, then once per pause with the last error and the number of errors that the line represents.
 * @param write receives the fields of a line: the error as `err`, `repeated`, the fields of the place and further
 * fields
 * @param pauseMs milliseconds
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
