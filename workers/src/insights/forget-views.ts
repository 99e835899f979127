import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ForgetViews } from '#backend/insights/commands/forget-views.js';
import type { Job } from '../runtime/job.js';

/** Drops the keyed hashes of sessions that are no longer needed. */
@Injectable()
export class ForgetViewsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new ForgetViews());
  }
}
