import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeWithdrawals } from '#backend/purchases/withdrawals/commands/purge-withdrawals.js';
import type { Job } from '../job.js';

/** Keeps no declaration for longer than somebody may need it. */
@Injectable()
export class PurgeWithdrawalsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeWithdrawals());
  }
}
