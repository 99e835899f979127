import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum bytes of all unfinished bodies together; honest clients stay far below. */
const MAX_BYTES = 64 * 1024 * 1024;
const CHECK_MS = 200;

interface HalfSent {
  socket: Socket;
  /** Bytes read from the connection before this request. */
  from: number;
}

/**
 * Bounds the memory of requests whose body is still arriving. They take no place in the concurrency limit; the number
 * of connections bounds their number and the server's timeout bounds their time. Above the limit the oldest connections
 * are closed: a legitimate upload takes moments.
 */
export class HalfSentBodies {
  private readonly open = new Map<IncomingMessage, HalfSent>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly maxBytes = MAX_BYTES) {
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.open.set(request, { socket, from: socket.bytesRead });
    response.once('close', () => this.remove(request));
  }

  remove(request: IncomingMessage): void {
    this.open.delete(request);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    let bytes = 0;
    for (const { socket, from } of this.open.values()) bytes += socket.bytesRead - from;
    for (const [request, { socket, from }] of this.open) {
      if (bytes <= this.maxBytes) return;
      bytes -= socket.bytesRead - from;
      this.open.delete(request);
      socket.destroy();
    }
  }
}
