import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { Withdrawal, type WithdrawalDecision } from '../withdrawal.entity.js';
import type { WithdrawalDecided } from '../withdrawals.contract.js';
import { RequestRefund } from '../../payments/commands/request-refund.js';

/**
 * A person ends a withdrawal that had to be looked at. `refunded` asks for the money of the orders that are known; where
 * none is, whoever decides has given it back by hand. The same decision again changes nothing.
 * Fails with 404 WITHDRAWAL_NOT_FOUND, 409 WITHDRAWAL_DECIDED, or 409 NOTHING_TO_REFUND when the orders cost nothing.
 */
export class DecideWithdrawal extends Command<WithdrawalDecided> {
  constructor(
    readonly withdrawalId: string,
    readonly adminId: string,
    readonly decision: WithdrawalDecision,
    readonly note: string | null,
  ) {
    super();
  }
}

@CommandHandler(DecideWithdrawal)
export class DecideWithdrawalHandler implements ICommandHandler<DecideWithdrawal> {
  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ withdrawalId, adminId, decision, note }: DecideWithdrawal): Promise<WithdrawalDecided> {
    const withdrawal = await this.em.findOne(Withdrawal, withdrawalId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!withdrawal) throw notFound('WITHDRAWAL_NOT_FOUND', 'Withdrawal');
    const decided = withdrawal.decide(decision, note, adminId, await databaseTime());
    if (!decided && withdrawal.decision !== decision)
      throw new ApiError(409, 'WITHDRAWAL_DECIDED', 'This withdrawal was decided before.');
    if (decided) {
      const purchases = await this.em.find(Purchase, { id: withdrawal.purchaseIds }, { orderBy: { id: 'asc' } });
      if (decision === 'refunded') await this.giveBack(withdrawal, purchases, adminId);
      const buyerId = purchases.find((purchase) => purchase.buyerId)?.buyerId;
      this.audit.record({
        // A guest has no log: the deed then stands in that of whoever did it.
        userId: withdrawal.userId ?? buyerId ?? adminId,
        actorId: adminId,
        action: 'purchases.withdrawal-decided',
        details: { withdrawalId, decision },
      });
    }
    return { id: withdrawalId, decision, decidedAt: withdrawal.decidedAt!.toISOString() };
  }

  private async giveBack({ reference }: Withdrawal, purchases: Purchase[], adminId: string): Promise<void> {
    const paid = purchases.filter(({ amountCents }) => amountCents > 0);
    if (purchases.length > 0 && paid.length === 0)
      throw new ApiError(409, 'NOTHING_TO_REFUND', 'Nothing was paid for this purchase.');
    for (const { id } of paid) await this.commands.execute(new RequestRefund(id, adminId, reference, 'withdrawal'));
  }
}
