import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ForgetWithdrawals } from '#backend/purchases/commands/forget-withdrawals.js';
import type { Job } from '../runtime/job.js';

/** Keeps no declaration for longer than somebody may need it. */
@Injectable()
export class ForgetWithdrawalsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new ForgetWithdrawals());
  }
}
