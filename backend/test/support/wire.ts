import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection to a service that a test may cut, silence, or hold at the request it names. */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.carry(client));
  private isCut = false;
  private isSilent = false;
  private readonly silenced = new Set<Socket>();
  private hold: RegExp | null = null;
  private holders: (() => void)[] = [];
  private released: (() => void)[] = [];

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
    return wire;
  }

  urlOf(url: string): string {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String((this.server.address() as AddressInfo).port);
    // PostgreSQL's own way past the network.
    through.searchParams.delete('host');
    return through.href.replace(/\/$/, '');
  }

  /** Open connections break and new ones are refused at once, until `mend`. */
  cut(): void {
    this.isCut = true;
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
    for (const resume of this.released.splice(0)) resume();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private carry(client: Socket): void {
    if (this.isCut) return void client.destroy();
    if (this.isSilent) return this.swallow(client);
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
    service.on('data', (bytes) => !this.silenced.has(client) && client.write(bytes));
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
