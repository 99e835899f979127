import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listeningOn } from './listening-on.js';
import { registry } from '../telemetry/metrics.js';
import type { Readiness } from './readiness.js';
import { scrape } from '../telemetry/metric-collectors.js';

/**
 * Probes and metrics, on a port of their own that only the cluster reaches. It answers before the application does and
 * until the process ends; nobody has to close it, and it keeps no process alive.
 */
export class ManagementServer {
  private readonly logger = new Logger('Management');
  // Longer than the pause between two scrapes, so that no connection ends while the next is on its way.
  private readonly server = createServer(
    { keepAliveTimeout: 75_000 },
    (request, response) => void this.answer(request, response),
  );
  private readiness: Pick<Readiness, 'problem' | 'fatal'> | null = null;
  private ending = false;

  /**
   * @param port null serves nobody
   * @param asked from then on this process is not ready any more
   * @param host the one address it answers on; without it, all of them
   * @throws ConfigError when the port is taken
   */
  static async listen(port: number | null, asked: Promise<unknown>, host?: string): Promise<ManagementServer> {
    const management = new ManagementServer();
    void asked.then(() => (management.ending = true));
    if (port === null) return management;
    management.server.on('connection', (socket) => socket.unref());
    management.server.listen(port, host).unref();
    await listeningOn('MANAGEMENT_PORT', port, once(management.server, 'listening'));
    return management;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The application has started: from now on it decides whether it is ready, and whether it is past help. */
  attend(readiness: Pick<Readiness, 'problem' | 'fatal'>): void {
    this.readiness = readiness;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    const path = method === 'GET' || method === 'HEAD' ? url?.split('?')[0] : null;
    try {
      // Whoever gets no answer here, or a bad one, has to be started anew; what else is wrong, a new start would not mend.
      if (path === '/live') {
        const fatal = this.ending ? null : this.readiness?.fatal();
        say(fatal ? 503 : 200, fatal ?? 'live');
      } else if (path === '/ready') {
        const problem = await this.problem();
        say(problem ? 503 : 200, problem ?? 'ready');
      } else if (path === '/metrics') say(200, await scrape(), registry.contentType);
      else say(404, 'not found');
    } catch (error) {
      this.logger.error({ err: error }, 'management request failed');
      say(500, 'failed');
    }
  }

  private async problem(): Promise<string | null> {
    if (this.ending) return 'draining';
    if (!this.readiness) return 'starting';
    const problem = await this.readiness.problem();
    return this.ending ? 'draining' : problem;
  }
}
