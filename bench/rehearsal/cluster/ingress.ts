import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pod } from './pod.ts';

/**
 * Spreads requests over pods as an ingress controller does: keep-alive connections to each pod, no request to a removed pod.
 * Unlike a controller it never repeats a request: a pod without a response is a 502.
 */
export class Ingress {
  refused = 0;
  readonly #server: Server;
  readonly #pods: () => Pod[];
  readonly #port: string;
  readonly #agents = new WeakMap<Pod, Agent>();
  #next = 0;

  private constructor(pods: () => Pod[], port: string) {
    this.#pods = pods;
    this.#port = port;
    this.#server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => this.#carry(request, response));
  }

  /** @param pods of the selector @param port name of the port of the pods */
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

  #carry(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.#pods().filter(({ reachable }) => reachable);
    const pod = ready[(this.#next += 1) % (ready.length || 1)];
    if (!pod) {
      this.refused += 1;
      response.writeHead(503).end();
      return;
    }
    const { method, url: path, headers } = request;
    const asking = ask(
      { host: '127.0.0.1', port: pod.portOf(this.#port), method, path, headers, agent: this.#agentOf(pod) },
      (received) => {
        const passedOn = { ...received.headers };
        delete passedOn.connection;
        delete passedOn['keep-alive'];
        response.writeHead(received.statusCode!, passedOn);
        received.pipe(response);
        received.once('error', () => response.destroy());
      },
    );
    asking.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(asking);
  }

  #agentOf(pod: Pod): Agent {
    let agent = this.#agents.get(pod);
    if (!agent) this.#agents.set(pod, (agent = new Agent({ keepAlive: true })));
    return agent;
  }
}
