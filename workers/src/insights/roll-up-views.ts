import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RollUpViews } from '#backend/insights/commands/roll-up-views.js';
import type { Job } from '../job.js';

/** Adds the pending views to the counts of their patterns. */
@Injectable()
export class RollUpViewsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new RollUpViews());
  }
}
