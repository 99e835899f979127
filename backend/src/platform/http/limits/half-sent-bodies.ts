import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum total bytes of all unfinished bodies; normal traffic stays far below. */
const MAX_BYTES = 64 * 1024 * 1024;
const CHECK_MS = 200;

interface HalfSent {
  socket: Socket;
  /** Number of bytes that the connection had received when this request was added. */
  bytesBefore: number;
}

/**
 * Limits the memory of requests whose body is still arriving; overload.ts does not count these requests. When their bodies
 * exceed MAX_BYTES together, the connections of the oldest requests are closed, because a legitimate body arrives quickly.
 */
export class HalfSentBodies {
  private readonly open = new Map<IncomingMessage, HalfSent>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly maxBytes = MAX_BYTES) {
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.open.set(request, { socket, bytesBefore: socket.bytesRead });
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
    for (const { socket, bytesBefore } of this.open.values()) bytes += socket.bytesRead - bytesBefore;
    for (const [request, { socket, bytesBefore }] of this.open) {
      if (bytes <= this.maxBytes) return;
      bytes -= socket.bytesRead - bytesBefore;
      this.open.delete(request);
      socket.destroy();
    }
  }
}
