/**
 * SQLSTATE codes of failed or terminated connections: connection exceptions, shutdown, startup, insufficient resources.
 */
const LOST_STATES = /^(08|57P0|53)/;
/** Serialization failure, deadlock, lock not available: the connection works, and an immediate retry can succeed. */
const CONFLICT_STATES = /^(40001|40P01|55P03)$/;
const LOST_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
]);
/** Messages of errors that have no code (pg 8.23.1: client.js, connection.js; pg-pool: index.js). */
const LOST_MESSAGES =
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|Connection terminated|is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Received unexpected \w+ message from backend|after calling end on the pool|stream was destroyed/;

interface Thrown {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  /** Errors of an AggregateError: one per address of the host. */
  errors?: unknown;
}

/** Whether the database was unreachable or the connection broke. The outcome of the statement is then unknown. */
export function connectionLost(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause, errors } = error as Thrown;
  if (typeof code === 'string' && (LOST_STATES.test(code) || LOST_ERRNOS.has(code))) return true;
  if (LOST_MESSAGES.test(String(message))) return true;
  return [cause, ...(Array.isArray(errors) ? errors : [])].some((inner) => connectionLost(inner, depth + 1));
}

/** Whether a retry can succeed: the connection was lost, or a concurrent transaction caused the error. */
export const isTransient = (error: unknown): boolean =>
  connectionLost(error) || CONFLICT_STATES.test(String((error as Thrown | null)?.code));
