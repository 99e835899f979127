import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '#backend/accounts/registration/queries/find-proven-account.js';
import { ClaimGuestPurchases } from '#backend/purchases/orders/commands/claim-guest-purchases.js';
import type { Job } from '../job.js';

/** Assigns a guest's purchases to the account whose owner has just proven the mailbox of that guest. */
@Injectable()
export class ClaimPurchases implements Job<{ userId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async run({ userId }: { userId: string }): Promise<void> {
    const account = await this.queries.execute(new FindProvenAccount({ userId }));
    if (!account || account.leaving) return;
    await this.commands.execute(new ClaimGuestPurchases(account.userId, account.emailKey));
  }
}
