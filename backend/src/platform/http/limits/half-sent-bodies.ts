import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of all bodies together that are still on their way; more than honest visitors ever have there at once. */
const MOST_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 200;

interface HalfSent {
  socket: Socket;
  /** What the connection had brought before. */
  from: number;
}

/**
 * Requests whose body is still on its way. They have no place that others would need; their number is bounded by the
 * connections, their time by the server's time-out, and here the memory that they take: where it is too much, the oldest
 * connections are closed, as an honest body is in within moments.
 */
export class HalfSentBodies {
  private readonly open = new Map<IncomingMessage, HalfSent>();
  private readonly looking: NodeJS.Timeout;

  constructor(private readonly mostBytes = MOST_BYTES) {
    this.looking = setInterval(() => this.look(), LOOK_MS).unref();
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
    clearInterval(this.looking);
  }

  private look(): void {
    let bytes = 0;
    for (const { socket, from } of this.open.values()) bytes += socket.bytesRead - from;
    for (const [request, { socket, from }] of this.open) {
      if (bytes <= this.mostBytes) return;
      bytes -= socket.bytesRead - from;
      this.open.delete(request);
      socket.destroy();
    }
  }
}
