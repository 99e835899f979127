import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '#backend/accounts/registration/queries/find-proven-account.js';
import { ClaimGuestPurchases } from '#backend/purchases/orders/commands/claim-guest-purchases.js';
import type { Job } from '../job.js';

/**
 * Assigns all guest purchases of a mailbox to the account whose owner has proven that mailbox. The job runs when the owner
 * proves the mailbox. It runs again when the owner cancels a deletion, because an account whose deletion is requested gets
 * no purchases.
 */
@Injectable()
export class ClaimPurchases implements Job<{ userId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async run({ userId }: { userId: string }): Promise<void> {
    const account = await this.queries.execute(new FindProvenAccount({ userId }));
    if (!account || account.deletionRequested) return;
    await this.commands.execute(new ClaimGuestPurchases(account.userId, account.emailKey));
  }
}
