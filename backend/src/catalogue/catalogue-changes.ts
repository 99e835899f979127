import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/tokens.js';

const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

/**
 * Hears from PostgreSQL that the catalogue has changed. Whatever was remembered under one `version` is good as long as that
 * version is current and `listening` is true; a lost connection may have missed something, so it counts as a change.
 */
@Injectable()
export class CatalogueChanges implements OnApplicationShutdown {
  listening = false;
  version = 0;
  private readonly logger = new Logger('CatalogueChanges');
  private readonly hearers: (() => void)[] = [];
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onChange(hearer: () => void): void {
    this.hearers.push(hearer);
  }

  /** Connects now and again after every loss, until the application ends. */
  start(): void {
    void this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      application_name: 'catalogue-changes',
    });
    this.client = client;
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      this.listening = false;
      this.announce();
      void client.end().catch(() => undefined);
      if (!this.stopped) this.timer = setTimeout(() => void this.connect(), RETRY_MS).unref();
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', () => this.announce());
    try {
      await client.connect();
      await client.query('listen catalogue');
      if (lost || this.stopped) return;
      this.announce();
      this.listening = true;
      this.beat(client, lose);
    } catch (error) {
      if (!this.stopped) this.logger.warn({ err: error }, 'cannot listen for changes of the catalogue');
      lose();
    }
  }

  /** A connection that died without a word would never tell of a change. */
  private beat(client: pg.Client, lose: () => void): void {
    this.timer = setTimeout(() => {
      client.query('select 1').then(() => this.listening && this.beat(client, lose), lose);
    }, HEARTBEAT_MS).unref();
  }

  private announce(): void {
    this.version += 1;
    for (const hear of this.hearers) hear();
  }
}
