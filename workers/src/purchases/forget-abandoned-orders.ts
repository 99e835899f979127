import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ForgetAbandonedOrders } from '#backend/purchases/commands/forget-abandoned-orders.js';
import type { Job } from '../runtime/job.js';

/** Keeps no addresses of guests who never paid. */
@Injectable()
export class ForgetAbandonedOrdersJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new ForgetAbandonedOrders());
  }
}
