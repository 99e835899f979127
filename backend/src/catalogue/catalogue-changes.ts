import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { Listener } from '../platform/database/listen.js';
import { CONFIG } from '../platform/tokens.js';

/**
 * Listens to PostgreSQL's notifications of catalogue changes. A value cached under one `version` is valid while that version
 * is current and `listening` is true. A lost connection may have missed a notification, so it counts as a change.
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
