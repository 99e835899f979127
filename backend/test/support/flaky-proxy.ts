import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How a new connection fails: `reset` accepts and resets it, `refuse` closes the port, `hang` accepts it and never
 * responds, `truncate` closes it after the first bytes of the response.
 */
export type Fault = 'reset' | 'refuse' | 'hang' | 'truncate';

const TRUNCATED_BYTES = 7;

/** A TCP proxy in front of a service. A test can cut it, drop its traffic, or hold a matching request. */
export class FlakyProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.forward(client));
  private isCut = false;
  private isBlackholed = false;
  private fault: Fault | null = null;
  /** Number of new connections that still work before `fault` begins. */
  private intact = 0;
  /** Number of connections that failed since the last `cut` or `fail`; Infinity for the fault `refuse`. */
  failures = 0;
  private readonly blackholed = new Set<Socket>();
  private hold: RegExp | null = null;
  private onHeld: (() => void)[] = [];
  /** Functions that forward the held requests. */
  private heldRequests: (() => void)[] = [];

  private port = 0;
  private readonly target: { host: string; port: number };

  private constructor(target: { host: string; port: number }) {
    this.target = target;
  }

  /** @param url the URL of the service; `proxy.urlOf(url)` returns the URL through the proxy */
  static async to(url: string): Promise<FlakyProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new FlakyProxy({ host: hostname, port: Number(port) });
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    proxy.port = (proxy.server.address() as AddressInfo).port;
    return proxy;
  }

  urlOf(url: string): string {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(this.port);
    // A Unix socket of PostgreSQL would bypass the proxy.
    through.searchParams.delete('host');
    return through.href.replace(/\/$/, '');
  }

  /** Closes open connections and refuses new ones until `restore`. */
  cut(): void {
    this.isCut = true;
    this.failures = 0;
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Drops all traffic in both directions without closing a connection, as when a machine loses power. Until `restore`, new
   * connections are accepted and their traffic is dropped. Connections that were open stay dead after `restore`.
   */
  blackhole(): void {
    this.isBlackholed = true;
    for (const socket of this.sockets) this.blackholed.add(socket);
  }

  /**
   * The first `intact` new connections work; the following ones fail with this fault until `restore`. Open connections stay
   * open.
   */
  fail(fault: Fault, intact = 0): void {
    this.fault = fault;
    this.intact = intact;
    this.failures = 0;
    if (fault === 'refuse') this.refuse();
  }

  /** Holds requests whose first bytes match, until `restore`. Resolves when the first request is held. */
  holdAt(pattern: RegExp): Promise<void> {
    this.hold = pattern;
    return new Promise((resolve) => this.onHeld.push(resolve));
  }

  /** Ends every fault and forwards the held requests. */
  restore(): void {
    this.isCut = false;
    this.isBlackholed = false;
    this.hold = null;
    this.fault = null;
    if (!this.server.listening) this.server.listen(this.port, '127.0.0.1');
    for (const forward of this.heldRequests.splice(0)) forward();
  }

  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : null;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Closes the listening socket after the intact connections. */
  private refuse(): void {
    if (this.intact > 0) return;
    this.server.close();
    // The proxy cannot count refused connections. Infinity satisfies every test that waits for a number of failures.
    this.failures = Infinity;
  }

  private forward(client: Socket): void {
    if (this.isCut) {
      this.failures += 1;
      return void client.destroy();
    }
    if (this.isBlackholed) return this.drop(client);
    const fault = this.intact > 0 ? null : this.fault;
    if (this.fault && this.intact > 0) this.intact -= 1;
    if (this.fault === 'refuse') this.refuse();
    if (fault) this.failures += 1;
    if (fault === 'reset') return void client.resetAndDestroy();
    if (fault === 'hang') return this.drop(client);
    const service = connect(this.target);
    for (const [socket, peer] of [
      [client, service],
      [service, client],
    ] as const) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        if (!this.blackholed.delete(socket)) peer.destroy();
      });
    }
    service.on('data', (bytes) => {
      if (fault === 'truncate') return client.write(bytes.subarray(0, TRUNCATED_BYTES), () => client.destroy());
      return !this.blackholed.has(client) && client.write(bytes);
    });
    client.on('data', (bytes) => {
      if (this.blackholed.has(client)) return;
      if (!this.hold?.test(bytes.subarray(0, 500).toString('latin1'))) return service.write(bytes);
      client.pause();
      this.heldRequests.push(() => {
        service.write(bytes);
        client.resume();
      });
      for (const resolve of this.onHeld.splice(0)) resolve();
    });
  }

  private drop(client: Socket): void {
    this.sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => this.sockets.delete(client));
    client.resume();
  }
}
