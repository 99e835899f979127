import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * What the pools of connections to PostgreSQL ask for: a statement ends, and an idle connection finds out that its other end
 * is gone. Whoever needs a connection waits for one as long as a busy moment may last.
 */
export const BOUNDS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** The server ends a statement before that. */
const SILENCE_MS = BOUNDS.statement_timeout + 1_000;

interface Peer {
  socket: Socket;
  /** Of `performance.now()`. */
  answeredAt: number;
}

/**
 * A server that vanishes without a word (a failover, a cut network) ends no connection: the kernel would wait for it for a
 * quarter of an hour. So a connection that is owed an answer for too long is broken, together with those that nothing has been
 * heard of since the question; whoever waits on them gets an error, and the pool makes new ones.
 */
export function guardDeadConnections(pool: pg.Pool): void {
  const peers = new Map<pg.PoolClient, Peer>();
  pool.on('remove', (client) => peers.delete(client));
  pool.on('connect', (client) => {
    // Not in the types, though the pool itself reaches for it: the protocol's messages, and the socket.
    const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
    const socket = connection.stream;
    const peer: Peer = { socket, answeredAt: performance.now() };
    let answered = socket.bytesWritten;
    peers.set(client, peer);
    // First, as whoever hears of it may ask the next question at once.
    connection.prependListener('readyForQuery', () => {
      answered = socket.bytesWritten;
      peer.answeredAt = performance.now();
    });
    socket.setTimeout(SILENCE_MS, () => {
      if (socket.bytesWritten === answered) return;
      const asked = performance.now() - SILENCE_MS;
      for (const one of peers.values()) {
        if (one !== peer && one.answeredAt > asked) continue;
        one.socket.destroy(new Error('Connection terminated: PostgreSQL has gone silent'));
      }
    });
  });
}
