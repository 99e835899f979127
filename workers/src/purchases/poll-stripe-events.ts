import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PollStripeEvents } from '#backend/purchases/payments/commands/poll-stripe-events.js';
import type { Job } from '../job.js';

/** Processes the Stripe events whose webhooks were lost. */
@Injectable()
export class PollStripeEventsJob implements Job<object> {
  constructor(private readonly commands: CommandBus) {}

  async run(): Promise<void> {
    await this.commands.execute(new PollStripeEvents());
  }
}
