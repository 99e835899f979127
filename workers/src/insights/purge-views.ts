import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeViews } from '#backend/insights/commands/purge-views.js';
import type { Job } from '../job.js';

/** Deletes the keyed session hashes that are no longer needed. */
@Injectable()
export class PurgeViewsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeViews());
  }
}
