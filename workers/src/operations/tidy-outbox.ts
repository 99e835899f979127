import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { TidyOutbox } from '#backend/operations/commands/tidy-outbox.js';
import type { Job } from '../runtime/job.js';

/** Keeps the outbox from growing for ever. */
@Injectable()
export class TidyOutboxJob implements Job<object> {
  private readonly logger = new Logger('Outbox');

  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    const { deleted } = await this.commands.execute(new TidyOutbox());
    if (deleted > 0) this.logger.log({ deleted }, 'old facts deleted');
  }
}
