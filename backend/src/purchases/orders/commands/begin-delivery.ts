import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { holdPattern } from '../../../catalogue/catalogue.writes.js';
import type { Config } from '../../../platform/config/config.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { hashToken } from '../../../platform/derived-token.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../../downloads/download-token.js';
import { RefundRequested } from '../../purchases.events.js';
import { DELIVERY_DUE } from '../../withdrawals/withdrawal-right.js';
import { OrderDelivery } from '../order-delivery.js';
import { Purchase } from '../purchase.entity.js';

/**
 * Begins the delivery of a deferred order that is due. If the pattern is hidden or the buyer erased, the order is refunded
 * instead. Does nothing when the order is not due, so a repeat changes nothing.
 */
export class BeginDelivery extends Command<void> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@CommandHandler(BeginDelivery)
export class BeginDeliveryHandler implements ICommandHandler<BeginDelivery> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly outbox: Outbox,
    private readonly delivery: OrderDelivery,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId }: BeginDelivery): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    // A withdrawal that had the row lock has committed its refund, and only a new statement sees it.
    if (!(await this.sql.row(`select u.id from purchases u where u.id = $1 and ${DELIVERY_DUE}`, [purchaseId]))) return;
    const obstacle = (await holdPattern(this.sql, purchase.patternId)).hidden ? 'pattern-hidden' : null;
    const token = downloadToken(this.config.tokenSecret, purchase.id, purchase.accessSerial);
    const event = purchase.beginDelivery(await databaseTime(), hashToken(token), obstacle);
    if (event instanceof RefundRequested) this.delivery.requestRefund(purchase, obstacle);
    else await this.delivery.planCopies(purchase);
    this.outbox.record(event);
  }
}
