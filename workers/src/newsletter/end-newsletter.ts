import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EraseSubscriptions } from '#backend/newsletter/commands/erase-subscriptions.js';
import type { Job } from '../job.js';

/** Ends the newsletter subscription of a user who has revoked the consent to advertising. */
@Injectable()
export class EndNewsletter implements Job<{ userId: string; withdrawnAt: string }> {
  constructor(private readonly commands: CommandBus) {}

  async run({ userId, withdrawnAt }: { userId: string; withdrawnAt: string }): Promise<void> {
    await this.commands.execute(new EraseSubscriptions(userId, new Date(withdrawnAt)));
  }
}
