import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Timeouts of all PostgreSQL pools: statements are bounded, keepalive detects dead idle connections, and a request for
 * a connection waits 3 s at most.
 */
export const BOUNDS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Longer than the statement timeout, so the server cancels a slow statement first. */
const RESPONSE_TIMEOUT_MS = BOUNDS.statement_timeout + 1_000;

interface Peer {
  socket: Socket;
  /** Milliseconds of `performance.now()`. */
  answeredAt: number;
}

/**
 * Destroys connections to a PostgreSQL server that vanished without closing them (failover, network partition); the
 * kernel would wait about 15 minutes. When a response is overdue on one connection, it destroys that connection and all
 * others without a response since the request. Waiting callers get an error, and the pool opens new connections.
 */
export function guardDeadConnections(pool: pg.Pool): void {
  const peers = new Map<pg.PoolClient, Peer>();
  pool.on('remove', (client) => peers.delete(client));
  pool.on('connect', (client) => {
    // Not in the types of pg, but pg-pool uses it too: the protocol's events and the socket.
    const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
    const socket = connection.stream;
    const peer: Peer = { socket, answeredAt: performance.now() };
    let bytesAnswered = socket.bytesWritten;
    peers.set(client, peer);
    // Prepended: another listener of this event may send the next statement at once.
    connection.prependListener('readyForQuery', () => {
      bytesAnswered = socket.bytesWritten;
      peer.answeredAt = performance.now();
    });
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
      if (socket.bytesWritten === bytesAnswered) return;
      const sentAt = performance.now() - RESPONSE_TIMEOUT_MS;
      for (const one of peers.values()) {
        if (one !== peer && one.answeredAt > sentAt) continue;
        one.socket.destroy(new Error('Connection terminated: PostgreSQL does not respond'));
      }
    });
  });
}
