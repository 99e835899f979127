import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ForgetSubscriptions } from '#backend/newsletter/commands/forget-subscriptions.js';
import type { Job } from '../runtime/job.js';

/** Deletes what was never confirmed and what nobody can need any more. */
@Injectable()
export class ForgetSubscriptionsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new ForgetSubscriptions());
  }
}
