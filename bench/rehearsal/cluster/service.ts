import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Pod } from './pod.ts';

/**
 * Spreads connections over pods like kube-proxy: a new connection goes to a ready pod and stays with this pod until one side
 * closes the connection, even when the pod is removed. A failed connection is not retried.
 */
export class Service {
  /** Number of connections that no pod accepted. */
  refused = 0;
  readonly #pods: () => Pod[];
  readonly #port: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next = 0;

  private constructor(pods: () => Pod[], port: string) {
    this.#pods = pods;
    this.#port = port;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#forward(client));
  }

  /**
   * @param pods a function that returns the pods of the Service
   * @param port the name of the pods' port
   * @param listenOn the port of the Service; 0 for a free one
   */
  static async listen(pods: () => Pod[], port: string, listenOn = 0): Promise<Service> {
    const service = new Service(pods, port);
    service.#server.listen(listenOn, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #forward(client: Socket): void {
    const ready = this.#pods().filter(({ reachable }) => reachable);
    const pod = ready[(this.#next += 1) % (ready.length || 1)];
    this.#track(client);
    if (!pod) {
      this.refused += 1;
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host: '127.0.0.1', port: pod.portOf(this.#port), allowHalfOpen: true, noDelay: true });
    this.#track(server);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall === 'connect') this.refused += 1;
      client.resetAndDestroy();
    });
    client.once('error', () => server.resetAndDestroy());
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
    client.pipe(server);
    server.pipe(client);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
