import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PurgeAbandonedOrders } from '#backend/purchases/orders/commands/purge-abandoned-orders.js';
import type { Job } from '../job.js';

/** Removes the addresses of guests who never paid. */
@Injectable()
export class PurgeAbandonedOrdersJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PurgeAbandonedOrders());
  }
}
