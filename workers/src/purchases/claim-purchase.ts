import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '#backend/accounts/registration/queries/find-proven-account.js';
import { ClaimGuestPurchases } from '#backend/purchases/orders/commands/claim-guest-purchases.js';
import { GetGuestEmailKey } from '#backend/purchases/orders/queries/get-guest-email-key.js';
import type { Job } from '../job.js';

/** Assigns a new guest purchase to the account whose owner has already proven the mailbox of the guest. */
@Injectable()
export class ClaimPurchase implements Job<{ purchaseId: string }> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async run({ purchaseId }: { purchaseId: string }): Promise<void> {
    const emailKey = await this.queries.execute(new GetGuestEmailKey(purchaseId));
    const account = emailKey && (await this.queries.execute(new FindProvenAccount({ emailKey })));
    if (!account || account.deletionRequested) return;
    await this.commands.execute(new ClaimGuestPurchases(account.userId, account.emailKey));
  }
}
