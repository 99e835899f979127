import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/tokens.js';

const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

/**
 * Listens to PostgreSQL's notifications of catalogue changes. A value cached under one `version` is valid while that version
 * is current and `listening` is true. A lost connection may have missed a notification, so it counts as a change.
 */
@Injectable()
export class CatalogueChanges implements OnApplicationShutdown {
  listening = false;
  version = 0;
  private readonly logger = new Logger('CatalogueChanges');
  private readonly listeners: (() => void)[] = [];
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Connects, and reconnects after every loss until shutdown. */
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
    const onDisconnect = () => {
      if (lost) return;
      lost = true;
      this.listening = false;
      this.notifyListeners();
      void client.end().catch(() => undefined);
      if (!this.stopped) this.timer = setTimeout(() => void this.connect(), RETRY_MS).unref();
    };
    client.on('error', onDisconnect);
    client.on('end', onDisconnect);
    client.on('notification', () => this.notifyListeners());
    try {
      await client.connect();
      await client.query('listen catalogue');
      if (lost || this.stopped) return;
      this.notifyListeners();
      this.listening = true;
      this.heartbeat(client, onDisconnect);
    } catch (error) {
      if (!this.stopped) this.logger.warn({ err: error }, 'cannot listen for catalogue changes');
      onDisconnect();
    }
  }

  /** Detects a dead connection, which would deliver no notifications. */
  private heartbeat(client: pg.Client, onDisconnect: () => void): void {
    this.timer = setTimeout(() => {
      client.query('select 1').then(() => this.listening && this.heartbeat(client, onDisconnect), onDisconnect);
    }, HEARTBEAT_MS).unref();
  }

  private notifyListeners(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
