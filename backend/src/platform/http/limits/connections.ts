import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface ShutdownOptions {
  /**
   * Milliseconds without activity after which a connection is closed. A request that arrives earlier gets a response with
   * `connection: close`.
   */
  silenceMs: number;
  /** After this time in milliseconds, unfinished responses are cut off. */
  deadlineMs: number;
}

interface Connection {
  /** The most recent response. Responses are sent in the order of requests, so it finishes last. */
  response: ServerResponse | null;
  bytesRead: number;
  /** Time of the last activity; updated only during shutdown. */
  activeAt: number;
  endedAt: number | null;
}

const CHECK_MS = 50;
/** The client can close its side of the connection within this time; then the socket is destroyed. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Shuts down a server's connections so that every request gets a response. The server's own `close` would immediately
 * destroy idle keep-alive connections, on which a request can be in transit at that moment.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private shuttingDown = false;

  /** @param server a server that has all its request listeners and does not listen yet */
  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.open.set(socket, { response: null, bytesRead: 0, activeAt: performance.now(), endedAt: null });
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.open.get(socket);
      if (connection) connection.response = response;
      if (this.shuttingDown) response.shouldKeepAlive = false;
    });
  }

  /**
   * Adds `connection: close` to every response from now on. Accepts new connections for `silenceMs`, because load balancers
   * need time to remove this server.
   * @returns the number of responses cut off at the deadline
   */
  async end({ silenceMs, deadlineMs }: ShutdownOptions): Promise<number> {
    this.shuttingDown = true;
    const startedAt = performance.now();
    for (const connection of this.open.values()) {
      connection.activeAt = startedAt;
      const { response } = connection;
      if (response && isBusy(response) && !response.headersSent) response.shouldKeepAlive = false;
    }
    for (;;) {
      // Lets Node read input that has already arrived, before `check` closes any connection.
      await nextTurn();
      const now = performance.now();
      for (const [socket, connection] of this.open) this.check(socket, connection, now, silenceMs);
      // Stops only listening. `http.Server.close` would also close idle connections.
      if (now - startedAt >= silenceMs && this.server.listening) TcpServer.prototype.close.call(this.server);
      if (!this.server.listening && this.open.size === 0) return 0;
      if (now - startedAt >= deadlineMs) return this.cutOff();
      await pause(CHECK_MS);
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

  private cutOff(): number {
    const busy = [...this.open.values()].filter(({ response }) => response && isBusy(response)).length;
    for (const socket of this.open.keys()) socket.destroy();
    return busy;
  }
}

const isBusy = (response: ServerResponse): boolean => !response.writableFinished && !response.destroyed;
