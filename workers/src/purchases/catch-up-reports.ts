import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CatchUpReports } from '#backend/purchases/commands/catch-up-reports.js';
import type { Job } from '../runtime/job.js';

/** Finds the refunds and disputes, and all else, whose webhooks were lost. */
@Injectable()
export class CatchUpReportsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new CatchUpReports());
  }
}
