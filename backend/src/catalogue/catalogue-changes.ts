import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { Listener } from '../platform/database/listen.js';
import { CONFIG } from '../platform/tokens.js';

/**
 * Listens for PostgreSQL's notifications of catalogue changes. A cached value is valid while `version` is unchanged and
 * `listening` is true. A lost connection counts as a change, because the listener can have missed notifications.
 */
@Injectable()
export class CatalogueChanges implements OnApplicationShutdown {
  version = 0;
  private readonly callbacks: (() => void)[] = [];
  private readonly listener: Listener;

  constructor(@Inject(CONFIG) config: Config) {
    this.listener = new Listener(config.databaseUrl, 'catalogue', () => {
      this.version += 1;
      for (const callback of this.callbacks) callback();
    });
  }

  get listening(): boolean {
    return this.listener.listening;
  }

  onChange(callback: () => void): void {
    this.callbacks.push(callback);
  }

  start(): void {
    this.listener.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.listener.close();
  }
}
