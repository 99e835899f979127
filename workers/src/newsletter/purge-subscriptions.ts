import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeSubscriptions } from '#backend/newsletter/commands/purge-subscriptions.js';
import type { Job } from '../job.js';

/** Deletes unconfirmed subscriptions and those that are no longer needed. */
@Injectable()
export class PurgeSubscriptionsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeSubscriptions());
  }
}
