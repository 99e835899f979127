import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeOutbox } from '#backend/operations/commands/purge-outbox.js';
import type { Job } from '../job.js';

/** Deletes old events, which limits the size of the outbox. */
@Injectable()
export class PurgeOutboxJob implements Job<object> {
  private readonly logger = new Logger('Outbox');

  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const { deleted } = await this.commands.execute(new PurgeOutbox());
    if (deleted > 0) this.logger.log({ deleted }, 'old events deleted');
  }
}
