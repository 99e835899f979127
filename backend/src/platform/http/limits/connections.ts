import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface EndingOptions {
  /**
   * Idle time in milliseconds before a connection is closed. Requests that arrive earlier get a response with
   * `connection: close`.
   */
  silenceMs: number;
  /** After this time in milliseconds, unfinished responses are cut off. */
  deadlineMs: number;
}

interface Connection {
  /** The most recent response; responses leave a connection in the order of requests. */
  response: ServerResponse | null;
  bytesRead: number;
  /** Time of the last activity; updated only during shutdown. */
  activeAt: number;
  endedAt: number | null;
}

const TICK_MS = 50;
/** Time for the client to close its side. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Graceful shutdown of a server's connections: every request that arrives gets a response. The server's own `close`
 * destroys idle connections at once, including a request still in transit on a keep-alive connection.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private ending = false;

  /** @param server not listening yet, with all its request listeners registered */
  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.open.set(socket, { response: null, bytesRead: 0, activeAt: performance.now(), endedAt: null });
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.open.get(socket);
      if (connection) connection.response = response;
      if (this.ending) response.shouldKeepAlive = false;
    });
  }

  /**
   * Adds `connection: close` to every response from now on. Accepts new connections during the idle time, as load
   * balancers need time to remove this server.
   * @returns the number of responses cut off at the deadline
   */
  async end({ silenceMs, deadlineMs }: EndingOptions): Promise<number> {
    this.ending = true;
    const began = performance.now();
    for (const connection of this.open.values()) {
      connection.activeAt = began;
      const { response } = connection;
      if (response && isBusy(response) && !response.headersSent) response.shouldKeepAlive = false;
    }
    for (;;) {
      // Reads input that has already arrived before closing any connection.
      await nextTurn();
      const now = performance.now();
      for (const [socket, connection] of this.open) this.check(socket, connection, now, silenceMs);
      // `http.Server.close` would close idle connections; this only stops listening.
      if (now - began >= silenceMs && this.server.listening) TcpServer.prototype.close.call(this.server);
      if (!this.server.listening && this.open.size === 0) return 0;
      if (now - began >= deadlineMs) return this.cut();
      await pause(TICK_MS);
    }
  }

  private check(socket: Socket, connection: Connection, now: number, silenceMs: number): void {
    const { response, bytesRead, endedAt } = connection;
    if (endedAt !== null) {
      if (now - endedAt >= CLOSE_TIMEOUT_MS) socket.destroy();
      return;
    }
    if ((response && isBusy(response)) || socket.bytesRead !== bytesRead) {
      connection.bytesRead = socket.bytesRead;
      connection.activeAt = now;
    } else if (now - connection.activeAt >= silenceMs) {
      connection.endedAt = now;
      socket.end();
    }
  }

  private cut(): number {
    const busy = [...this.open.values()].filter(({ response }) => response && isBusy(response)).length;
    for (const socket of this.open.keys()) socket.destroy();
    return busy;
  }
}

const isBusy = (response: ServerResponse): boolean => !response.writableFinished && !response.destroyed;
