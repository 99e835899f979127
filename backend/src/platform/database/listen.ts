import { Logger } from '@nestjs/common';
import pg from 'pg';

const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

/** Listens on a PostgreSQL channel (LISTEN). After a lost connection it reconnects, until `close` is called. */
export class Listener {
  listening = false;
  private readonly logger = new Logger('Listener');
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /**
   * @param onChange is called on each notification, and also when the connection is lost or established, because the
   * listener can have missed notifications
   */
  constructor(
    private readonly databaseUrl: string,
    private readonly channel: string,
    private readonly onChange: () => void,
  ) {}

  start(): void {
    void this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      application_name: `listen ${this.channel}`,
    });
    this.client = client;
    const onLoss = () => {
      if (this.client !== client) return;
      this.client = null;
      const { listening } = this;
      this.listening = false;
      if (listening) this.onChange();
      void client.end().catch(() => undefined);
      clearTimeout(this.timer);
      if (!this.closed) this.timer = setTimeout(() => this.start(), RETRY_MS).unref();
    };
    client.on('error', onLoss);
    client.on('end', onLoss);
    client.on('notification', this.onChange);
    try {
      await client.connect();
      await client.query(`listen ${this.channel}`);
      if (this.client !== client || this.closed) return;
      this.listening = true;
      this.onChange();
      this.heartbeat(client, onLoss);
    } catch (error) {
      if (!this.closed) this.logger.warn({ err: error }, `cannot listen on the channel ${this.channel}`);
      onLoss();
    }
  }

  /** Detects a dead connection, on which no notification would arrive. */
  private heartbeat(client: pg.Client, onLoss: () => void): void {
    this.timer = setTimeout(() => {
      client.query('select 1').then(() => this.listening && this.heartbeat(client, onLoss), onLoss);
    }, HEARTBEAT_MS).unref();
  }
}
