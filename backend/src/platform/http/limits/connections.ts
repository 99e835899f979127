import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface EndingOptions {
  /** How long a connection may stay silent before it is closed. Whoever speaks meanwhile is answered and told to go. */
  silenceMs: number;
  /** After this, answers that are not finished are cut off. */
  deadlineMs: number;
}

interface Connection {
  /** The last one; answers leave a connection in the order of their requests. */
  response: ServerResponse | null;
  bytesRead: number;
  /** When something was last seen to happen; looked at only while the server ends. */
  activeAt: number;
  endedAt: number | null;
}

const TICK_MS = 50;
/** For the other side to close, too. */
const FAREWELL_MS = 1_000;

/**
 * The connections of a server, which can end them so that nobody who has asked is left without an answer. The server's own
 * `close` destroys what is silent at once, and with it a request that is still on its way over a connection that was kept.
 */
export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private ending = false;

  /** @param server not yet listening, with all its request listeners */
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
   * Every answer from now on closes its connection. New connections are taken until the silence is over, since not everybody
   * hears at once that this server goes. @returns how many answers were cut off at the deadline
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
      // What has already come in must have been read before anything is closed.
      await nextTurn();
      const now = performance.now();
      for (const [socket, connection] of this.open) this.look(socket, connection, now, silenceMs);
      // Not the method of the HTTP server: that one closes connections.
      if (now - began >= silenceMs && this.server.listening) TcpServer.prototype.close.call(this.server);
      if (!this.server.listening && this.open.size === 0) return 0;
      if (now - began >= deadlineMs) return this.cut();
      await pause(TICK_MS);
    }
  }

  private look(socket: Socket, connection: Connection, now: number, silenceMs: number): void {
    const { response, bytesRead, endedAt } = connection;
    if (endedAt !== null) {
      if (now - endedAt >= FAREWELL_MS) socket.destroy();
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
