import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';

export interface RecordedRequest {
  method: string;
  /** The path, unchanged. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** The number of the connection, counted from 1. */
  connection: number;
}

/** A server in place of the API that records requests and sends the response that the test sets. */
export class StubApi {
  readonly requests: RecordedRequest[] = [];
  address = '';
  respond: (request: RecordedRequest, response: ServerResponse) => void = (_, response) => response.end('from the API');
  private readonly connections = new Map<Socket, number>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const recorded: RecordedRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        connection: this.connections.get(request.socket) ?? 0,
      };
      this.requests.push(recorded);
      this.respond(recorded, response);
    });
  });

  constructor() {
    this.server.on('connection', (socket) => this.connections.set(socket, this.connections.size + 1));
  }

  /** Starts to listen; a restarted stub uses its previous port. */
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
    this.requests.length = 0;
    this.respond = (_, response) => response.end('from the API');
  }
}
