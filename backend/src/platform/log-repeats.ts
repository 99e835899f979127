const PAUSE_MS = 10_000;
/** More kinds of errors at once than any outage has. */
const MAX_KINDS = 100;

/**
 * Bounds the log of an error that repeats: each kind (by `key`, code and first words) is written once in ten seconds, with the
 * number of times that it was left out.
 * @param write gets the fields of a line: the error as `err`, `repeated`, and whatever else was given
 */
export function logRepeats(write: (fields: object) => void, pauseMs = PAUSE_MS) {
  const kinds = new Map<string, { writtenAt: number; repeated: number }>();
  return (err: unknown, fields: Record<string, unknown> = {}): void => {
    const { code, message } = (err ?? {}) as { code?: unknown; message?: unknown };
    const kind = JSON.stringify([fields, code, String(message).slice(0, 60)]);
    const known = kinds.get(kind);
    const now = performance.now();
    if (known && now - known.writtenAt < pauseMs) {
      known.repeated += 1;
      return;
    }
    if (kinds.size >= MAX_KINDS) kinds.clear();
    kinds.set(kind, { writtenAt: now, repeated: 0 });
    write({ err, ...fields, ...(known && known.repeated > 0 && { repeated: known.repeated }) });
  };
}
