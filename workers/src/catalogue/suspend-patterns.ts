import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApplySuspension } from '#backend/catalogue/moderation/commands/apply-suspension.js';
import type { Job } from '../job.js';

/** Hides the patterns of a suspended designer. */
@Injectable()
export class SuspendPatterns implements Job<{ userId: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ userId }: { userId: string }): Promise<void> {
    await this.commands.execute(new ApplySuspension(userId));
  }
}
