import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Audit } from '../../../platform/audit.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { Withdrawal, type WithdrawalDecision } from '../withdrawal.entity.js';
import type { WithdrawalDecided } from '../withdrawals.contract.js';
import { RequestRefund } from '../../payments/commands/request-refund.js';

/**
 * Decides a withdrawal that needs a review. The decision `refunded` requests the refund of the recognised orders. If no
 * order was recognised, the decision only records that the administrator has refunded by hand. Repeating a decision changes
 * nothing.
 * @throws {ApiError} 404 WITHDRAWAL_NOT_FOUND, 409 WITHDRAWAL_DECIDED, 409 NOTHING_TO_REFUND when the orders were free
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
    const withdrawal = await this.em.findOne(Withdrawal, withdrawalId, FOR_UPDATE);
    if (!withdrawal) throw notFound('WITHDRAWAL_NOT_FOUND', 'Withdrawal');
    const decided = withdrawal.decide(decision, note, adminId, await databaseTime());
    if (!decided && withdrawal.decision !== decision)
      throw new ApiError(409, 'WITHDRAWAL_DECIDED', 'This withdrawal is already decided.');
    if (decided) {
      const purchases = await this.em.find(Purchase, { id: withdrawal.purchaseIds }, { orderBy: { id: 'asc' } });
      if (decision === 'refunded') await this.refund(withdrawal, purchases, adminId);
      const buyerId = purchases.find((purchase) => purchase.buyerId)?.buyerId;
      this.audit.record({
        // A guest has no audit log, so the entry is added to the administrator's log.
        userId: withdrawal.userId ?? buyerId ?? adminId,
        actorId: adminId,
        action: 'purchases.withdrawal-decided',
        details: { withdrawalId, decision },
      });
    }
    return { id: withdrawalId, decision, decidedAt: withdrawal.decidedAt!.toISOString() };
  }

  private async refund({ reference }: Withdrawal, purchases: Purchase[], adminId: string): Promise<void> {
    const paid = purchases.filter(({ amountCents }) => amountCents > 0);
    if (purchases.length > 0 && paid.length === 0)
      throw new ApiError(409, 'NOTHING_TO_REFUND', 'Nothing was paid for this purchase.');
    for (const { id } of paid) await this.commands.execute(new RequestRefund(id, adminId, reference, 'withdrawal'));
  }
}
