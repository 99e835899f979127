import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listeningOn } from './listening-on.js';
import { registry } from '../telemetry/metrics.js';
import type { Readiness } from './readiness.js';
import { scrape } from '../telemetry/metric-collectors.js';

/**
 * Serves probes and metrics on a separate port that only the cluster can reach. It listens from before the application
 * starts until the process ends. It does not keep the process alive, so it need not be closed.
 */
export class ManagementServer {
  private readonly logger = new Logger('Management');
  // The keep-alive timeout is longer than the scrape interval, so that no connection closes during a scrape.
  private readonly server = createServer(
    { keepAliveTimeout: 75_000 },
    (request, response) => void this.handle(request, response),
  );
  private readiness: Pick<Readiness, 'problem' | 'fatal'> | null = null;
  private shuttingDown = false;

  /**
   * @param port null disables the server
   * @param shutdown resolves when the process starts to shut down; from then on `/ready` responds 503
   * @param host the address to listen on; by default all addresses
   * @throws {ConfigError} when the port is in use
   */
  static async listen(port: number | null, shutdown: Promise<unknown>, host?: string): Promise<ManagementServer> {
    const management = new ManagementServer();
    void shutdown.then(() => (management.shuttingDown = true));
    if (port === null) return management;
    management.server.on('connection', (socket) => socket.unref());
    management.server.listen(port, host).unref();
    await listeningOn('MANAGEMENT_PORT', port, once(management.server, 'listening'));
    return management;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Registers the readiness of the started application. */
  setReadiness(readiness: Pick<Readiness, 'problem' | 'fatal'>): void {
    this.readiness = readiness;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async handle({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    const path = method === 'GET' || method === 'HEAD' ? url?.split('?')[0] : null;
    try {
      // A failed liveness probe restarts the process; report only problems that a restart fixes.
      if (path === '/live') {
        const fatal = this.shuttingDown ? null : this.readiness?.fatal();
        send(fatal ? 503 : 200, fatal ?? 'live');
      } else if (path === '/ready') {
        const problem = await this.findProblem();
        send(problem ? 503 : 200, problem ?? 'ready');
      } else if (path === '/metrics') send(200, await scrape(), registry.contentType);
      else send(404, 'not found');
    } catch (error) {
      this.logger.error({ err: error }, 'management request failed');
      send(500, 'failed');
    }
  }

  private async findProblem(): Promise<string | null> {
    if (this.shuttingDown) return 'draining';
    if (!this.readiness) return 'starting';
    const problem = await this.readiness.problem();
    return this.shuttingDown ? 'draining' : problem;
  }
}
