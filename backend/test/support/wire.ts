import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What befalls a new connection: it is taken and reset, the port is closed, it is taken and never answered, or the server's answer
 * breaks off within its first bytes.
 */
export type Fault = 'reset' | 'refuse' | 'hang' | 'truncate';

const TRUNCATED_BYTES = 7;

/** A TCP connection to a service that a test may cut, silence, or hold at the request it names. */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.carry(client));
  private isCut = false;
  private isSilent = false;
  private fault: Fault | null = null;
  private intact = 0;
  /** Connections that were refused since the last `cut` or `fail`. */
  struck = 0;
  private readonly silenced = new Set<Socket>();
  private hold: RegExp | null = null;
  private holders: (() => void)[] = [];
  private released: (() => void)[] = [];

  private port = 0;
  private readonly target: { host: string; port: number };

  private constructor(target: { host: string; port: number }) {
    this.target = target;
  }

  /** @param url of the service; `wire.urlOf(url)` then leads through the wire */
  static async to(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    const wire = new Wire({ host: hostname, port: Number(port) });
    wire.server.listen(0, '127.0.0.1');
    await once(wire.server, 'listening');
    wire.port = (wire.server.address() as AddressInfo).port;
    return wire;
  }

  urlOf(url: string): string {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(this.port);
    // PostgreSQL's own way past the network.
    through.searchParams.delete('host');
    return through.href.replace(/\/$/, '');
  }

  /** Open connections break and new ones are refused at once, until `mend`. */
  cut(): void {
    this.isCut = true;
    this.struck = 0;
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Nothing arrives any more, in either direction, and nobody is told: as when a machine vanishes. Connections made until `mend`
   * are taken and lead nowhere; those of before stay dead also after it.
   */
  silence(): void {
    this.isSilent = true;
    for (const socket of this.sockets) this.silenced.add(socket);
  }

  /** New connections fail in this way until `mend`; the first `intact` do not, nor do those that are open. */
  fail(fault: Fault, intact = 0): void {
    this.fault = fault;
    this.intact = intact;
    this.struck = 0;
    if (fault === 'refuse') this.refuse();
  }

  /** Requests whose first bytes match get stuck here. @returns when the first one has */
  holdAt(pattern: RegExp): Promise<void> {
    this.hold = pattern;
    return new Promise((resolve) => this.holders.push(resolve));
  }

  /** Back to normal; what was held goes on. */
  mend(): void {
    this.isCut = false;
    this.isSilent = false;
    this.hold = null;
    this.fault = null;
    if (!this.server.listening) this.server.listen(this.port, '127.0.0.1');
    for (const resume of this.released.splice(0)) resume();
  }

  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : null;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Once the intact ones have come: the listening socket goes. */
  private refuse(): void {
    if (this.intact > 0) return;
    this.server.close();
    this.struck = Infinity;
  }

  private carry(client: Socket): void {
    if (this.isCut) {
      this.struck += 1;
      return void client.destroy();
    }
    if (this.isSilent) return this.swallow(client);
    const fault = this.intact > 0 ? null : this.fault;
    if (this.fault && this.intact > 0) this.intact -= 1;
    if (this.fault === 'refuse') this.refuse();
    if (fault) this.struck += 1;
    if (fault === 'reset') return void client.resetAndDestroy();
    if (fault === 'hang') return this.swallow(client);
    const service = connect(this.target);
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        if (!this.silenced.delete(one)) other.destroy();
      });
    }
    service.on('data', (bytes) => {
      if (fault === 'truncate') return client.write(bytes.subarray(0, TRUNCATED_BYTES), () => client.destroy());
      return !this.silenced.has(client) && client.write(bytes);
    });
    client.on('data', (bytes) => {
      if (this.silenced.has(client)) return;
      if (!this.hold?.test(bytes.subarray(0, 500).toString('latin1'))) return service.write(bytes);
      client.pause();
      this.released.push(() => {
        service.write(bytes);
        client.resume();
      });
      for (const tell of this.holders.splice(0)) tell();
    });
  }

  private swallow(client: Socket): void {
    this.sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => this.sockets.delete(client));
    client.resume();
  }
}
