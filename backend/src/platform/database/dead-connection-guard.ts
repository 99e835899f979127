import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Options of all PostgreSQL pools: the timeout of a statement, the maximum wait for a connection, and TCP keepalive, which
 * detects dead idle connections.
 */
export const POOL_OPTIONS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Longer than the statement timeout, so the server cancels a slow statement first. */
const RESPONSE_TIMEOUT_MS = POOL_OPTIONS.statement_timeout + 1_000;

interface GuardedConnection {
  socket: Socket;
  /** Milliseconds of `performance.now()`. */
  answeredAt: number;
}

/**
 * Destroys connections to a PostgreSQL server that vanished without closing them (failover, network partition). The
 * kernel alone would need about 15 minutes. When a response is overdue on one connection, the guard destroys it and all
 * connections that have received no response since that request. Waiting callers get an error, and the pool opens new
 * connections.
 */
export function guardDeadConnections(pool: pg.Pool): void {
  const connections = new Map<pg.PoolClient, GuardedConnection>();
  pool.on('remove', (client) => connections.delete(client));
  pool.on('connect', (client) => {
    // The events of the protocol and the socket. The types of pg do not contain them, but pg-pool also uses them.
    const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
    const socket = connection.stream;
    const guarded: GuardedConnection = { socket, answeredAt: performance.now() };
    let bytesAnswered = socket.bytesWritten;
    connections.set(client, guarded);
    // Prepended, because another listener of this event may immediately send the next statement.
    connection.prependListener('readyForQuery', () => {
      bytesAnswered = socket.bytesWritten;
      guarded.answeredAt = performance.now();
    });
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
      if (socket.bytesWritten === bytesAnswered) return;
      const sentAt = performance.now() - RESPONSE_TIMEOUT_MS;
      for (const other of connections.values()) {
        if (other !== guarded && other.answeredAt > sentAt) continue;
        other.socket.destroy(new Error('Connection terminated: PostgreSQL does not respond'));
      }
    });
  });
}
