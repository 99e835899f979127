import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pod } from './pod.ts';

/**
 * Spreads requests over pods like an ingress controller: it keeps connections to each pod alive and sends no request to a
 * removed pod. Unlike an ingress controller, it never retries a request. When a pod does not respond, the client gets a 502.
 */
export class Ingress {
  /** Number of requests for which no pod was ready. */
  refused = 0;
  readonly #server: Server;
  readonly #pods: () => Pod[];
  readonly #port: string;
  readonly #agents = new WeakMap<Pod, Agent>();
  #next = 0;

  private constructor(pods: () => Pod[], port: string) {
    this.#pods = pods;
    this.#port = port;
    this.#server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => this.#forward(request, response));
  }

  /**
   * @param pods a function that returns the pods of the Service
   * @param port the name of the pods' port
   * @param listenOn the port of the ingress; 0 for a free one
   */
  static async listen(pods: () => Pod[], port: string, listenOn: number): Promise<Ingress> {
    const ingress = new Ingress(pods, port);
    ingress.#server.listen(listenOn, '127.0.0.1');
    await once(ingress.#server, 'listening');
    return ingress;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.#pods().filter(({ reachable }) => reachable);
    const pod = ready[(this.#next += 1) % (ready.length || 1)];
    if (!pod) {
      this.refused += 1;
      response.writeHead(503).end();
      return;
    }
    const { method, url: path, headers } = request;
    const forwarded = sendRequest(
      { host: '127.0.0.1', port: pod.portOf(this.#port), method, path, headers, agent: this.#agentFor(pod) },
      (received) => {
        const headersToClient = { ...received.headers };
        delete headersToClient.connection;
        delete headersToClient['keep-alive'];
        response.writeHead(received.statusCode!, headersToClient);
        received.pipe(response);
        received.once('error', () => response.destroy());
      },
    );
    forwarded.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(forwarded);
  }

  #agentFor(pod: Pod): Agent {
    let agent = this.#agents.get(pod);
    if (!agent) this.#agents.set(pod, (agent = new Agent({ keepAlive: true })));
    return agent;
  }
}
