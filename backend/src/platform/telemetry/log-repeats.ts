const PAUSE_MS = 10_000;

/**
 * Limits repeated log lines. Errors with the same source, code and name are one kind; messages are ignored, because they can
 * contain ids. The first error of a kind is logged immediately. After that, one line per pause contains the last error and
 * the number of errors that it represents.
 * @param write receives the fields of a line: `err`, `repeated`, the fields of the source and further fields
 */
export function logRepeats(write: (fields: object) => void, pauseMs = PAUSE_MS) {
  const pausedKinds = new Map<string, { line: object; repeated: number }>();

  const endPause = (kind: string): void => {
    const { line, repeated } = pausedKinds.get(kind)!;
    pausedKinds.delete(kind);
    if (repeated === 0) return;
    write({ ...line, repeated });
    beginPause(kind, line);
  };
  const beginPause = (kind: string, line: object): void => {
    pausedKinds.set(kind, { line, repeated: 0 });
    setTimeout(() => endPause(kind), pauseMs).unref();
  };

  return (err: unknown, source: Record<string, string> = {}, details: object = {}): void => {
    const { code, name } = (err ?? {}) as { code?: unknown; name?: unknown };
    const kind = JSON.stringify([source, code, name]);
    const line = { ...(err !== null && { err }), ...source, ...details };
    const paused = pausedKinds.get(kind);
    if (paused) {
      paused.line = line;
      paused.repeated += 1;
      return;
    }
    write(line);
    beginPause(kind, line);
  };
}
