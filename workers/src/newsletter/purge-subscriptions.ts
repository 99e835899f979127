import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeSubscriptions } from '#backend/newsletter/commands/purge-subscriptions.js';
import type { Job } from '../job.js';

/** Deletes what was never confirmed and what nobody can need any more. */
@Injectable()
export class PurgeSubscriptionsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeSubscriptions());
  }
}
