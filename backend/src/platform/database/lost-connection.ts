/** SQLSTATE classes of a connection that failed or was ended: connection exceptions, shutdown and start-up, too many clients. */
const LOST_STATES = /^(08|57P0|53)/;
/** A sacrificed transaction and a lock that was not to be had: the connection is fine, the same work may succeed at once. */
const REFUSED_STATES = /^(40001|40P01|55P03)$/;
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
/** What pg and pg-pool say without a code (pg 8.23.1, pg-pool: client.js, connection.js, index.js). */
const LOST_WORDS =
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|Connection terminated|is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Received unexpected \w+ message from backend|after calling end on the pool|stream was destroyed/;

interface Thrown {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  /** Of an AggregateError: one for each address of the host. */
  errors?: unknown;
}

/** Whether the database could not be reached, or the connection to it broke: nothing is known of what was asked. */
export function connectionLost(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, message, cause, errors } = error as Thrown;
  if (typeof code === 'string' && (LOST_STATES.test(code) || LOST_ERRNOS.has(code))) return true;
  if (LOST_WORDS.test(String(message))) return true;
  return [cause, ...(Array.isArray(errors) ? errors : [])].some((inner) => connectionLost(inner, depth + 1));
}

/** Whether the same request may succeed in a moment: the database was lost, or refused because of others. */
export const passesByItself = (error: unknown): boolean =>
  connectionLost(error) || REFUSED_STATES.test(String((error as Thrown | null)?.code));
