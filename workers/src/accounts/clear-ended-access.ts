import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ClearEndedAccess } from '#backend/accounts/commands/clear-ended-access.js';
import type { Job } from '../runtime/job.js';

/** Keeps no sessions and links that ended long ago. */
@Injectable()
export class ClearEndedAccessJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new ClearEndedAccess());
  }
}
