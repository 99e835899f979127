import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';

export interface Seen {
  method: string;
  /** The path, unchanged. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** The number of its connection, from one. */
  connection: number;
}

/** Replaces the API: records requests and sends the response of the test. */
export class StubApi {
  readonly seen: Seen[] = [];
  address = '';
  answer: (seen: Seen, response: ServerResponse) => void = (_, response) => response.end('from the API');
  private readonly connections = new Map<Socket, number>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        connection: this.connections.get(request.socket) ?? 0,
      };
      this.seen.push(seen);
      this.answer(seen, response);
    });
  });

  constructor() {
    this.server.on('connection', (socket) => this.connections.set(socket, this.connections.size + 1));
  }

  /** Listens, on the previous port after a restart. */
  async start(): Promise<void> {
    const port = Number(this.address.split(':')[1] ?? 0);
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.address = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  reset(): void {
    this.seen.length = 0;
    this.answer = (_, response) => response.end('from the API');
  }
}
