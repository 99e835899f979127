import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Options of every PostgreSQL pool except the pool of ProbeSql: the maximum wait for a connection, the timeout of a
 * statement, and TCP keepalive, which detects dead idle connections.
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
  /** When the last response arrived, in milliseconds of `performance.now()`. */
  respondedAt: number;
}

/**
 * Destroys connections to a PostgreSQL server that vanished without closing them (failover, network partition). The
 * kernel alone would detect this after about 15 minutes. When a response is overdue on one connection, the guard destroys
 * this connection and all that have received no response since the unanswered request was sent. Waiting callers get an
 * error, and the pool opens new connections.
 */
export function guardDeadConnections(pool: pg.Pool): void {
  const connections = new Map<pg.PoolClient, GuardedConnection>();
  pool.on('remove', (client) => connections.delete(client));
  pool.on('connect', (client) => {
    // `connection` emits the events of the protocol and contains the socket. The types of pg omit it; pg-pool uses it too.
    const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
    const socket = connection.stream;
    const guarded: GuardedConnection = { socket, respondedAt: performance.now() };
    // More bytes than at the last response mean that a request waits for its response.
    let bytesAtResponse = socket.bytesWritten;
    connections.set(client, guarded);
    // Prepended, because another listener of this event can immediately send the next statement.
    connection.prependListener('readyForQuery', () => {
      bytesAtResponse = socket.bytesWritten;
      guarded.respondedAt = performance.now();
    });
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
      if (socket.bytesWritten === bytesAtResponse) return;
      const sentAt = performance.now() - RESPONSE_TIMEOUT_MS;
      for (const other of connections.values()) {
        if (other !== guarded && other.respondedAt > sentAt) continue;
        other.socket.destroy(new Error('Connection terminated: PostgreSQL does not respond'));
      }
    });
  });
}
