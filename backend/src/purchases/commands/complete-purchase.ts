import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Transactional } from '@mikro-orm/decorators/legacy';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { GetOffer } from '../../catalogue/queries/get-offer.js';
import type { Config } from '../../platform/config.js';
import { hashToken } from '../../platform/derived-token.js';
import { Outbox } from '../../platform/outbox.js';
import { CONFIG } from '../../platform/tokens.js';
import { accessToken } from '../access-token.js';
import { Copy } from '../copy.entity.js';
import { Purchase, type SettledPayment } from '../purchase.entity.js';

/**
 * Marks a purchase as paid. The card provider reports at least once, so a repeat changes nothing and announces nothing.
 * @param payment what was paid; null only for a free pattern
 * @returns false when the payment is not what the purchase owes, and nothing was changed
 */
export class CompletePurchase extends Command<boolean> {
  constructor(
    readonly purchaseId: string,
    readonly payment: SettledPayment | null,
  ) {
    super();
  }
}

@CommandHandler(CompletePurchase)
export class CompletePurchaseHandler implements ICommandHandler<CompletePurchase> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId, payment }: CompletePurchase): Promise<boolean> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!purchase.owes(payment ?? { amountCents: 0, currency: purchase.currency })) return false;
    const token = accessToken(this.config.tokenSecret, purchase.id, purchase.accessSerial);
    const completed = purchase.complete(new Date(), hashToken(token));
    if (!completed) return true;
    if (await this.ownsAnother(purchase))
      this.logger.error({ purchaseId }, 'paid twice for one pattern: needs a refund');
    const offer = await this.queries.execute(new GetOffer(purchase.patternId));
    if (!offer?.fileIds.length)
      this.logger.error({ purchaseId }, 'paid, but there is no file to deliver: needs a person');
    for (const fileId of offer?.fileIds ?? []) {
      const copy = { id: uuidv7(), purchaseId, fileId, state: 'marking', createdAt: new Date() } as const;
      this.em.persist(this.em.create(Copy, copy));
    }
    this.outbox.record(completed);
    return true;
  }

  /** Cannot happen while one order is open at a time; if it does, the buyer's money must not lie unnoticed. */
  private async ownsAnother({ id, buyerId, patternId }: Purchase): Promise<boolean> {
    if (!buyerId) return false;
    return (await this.em.count(Purchase, { id: { $ne: id }, buyerId, patternId, status: 'paid' })) > 0;
  }
}
