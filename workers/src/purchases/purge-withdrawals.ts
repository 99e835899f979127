import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeWithdrawals } from '#backend/purchases/withdrawals/commands/purge-withdrawals.js';
import type { Job } from '../job.js';

/** Deletes withdrawals after their retention. */
@Injectable()
export class PurgeWithdrawalsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeWithdrawals());
  }
}
