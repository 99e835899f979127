import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeEndedAccess } from '#backend/accounts/sessions/commands/purge-ended-access.js';
import type { Job } from '../job.js';

/** Deletes expired sessions and links after their retention. */
@Injectable()
export class PurgeEndedAccessJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeEndedAccess());
  }
}
