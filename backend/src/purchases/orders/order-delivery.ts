import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Copy } from '../downloads/copy.entity.js';
import { ListFilesToDeliver } from '../downloads/queries/list-files-to-deliver.js';
import { RefundRequest } from '../payments/refund-request.entity.js';
import type { Purchase } from './purchase.entity.js';

/** Why a paid purchase is refunded instead of delivered; null when it is delivered. */
export type DeliveryObstacle = 'paid-twice' | 'pattern-hidden' | null;

/** Plans the copies of a paid purchase, or its refund instead. The caller holds the row lock of the purchase. */
@Injectable()
export class OrderDelivery {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async planCopies({ id: purchaseId, patternId, offeredFiles }: Purchase): Promise<void> {
    const fileIds = await this.queries.execute(new ListFilesToDeliver(patternId, offeredFiles ?? []));
    if (fileIds.length === 0)
      this.logger.error({ purchaseId }, 'purchase paid, but it has no file to deliver: needs a person');
    for (const fileId of fileIds) {
      const copy = { id: uuidv7(), purchaseId, fileId, state: 'marking', createdAt: new Date() } as const;
      this.em.persist(this.em.create(Copy, copy));
    }
  }

  requestRefund({ id: purchaseId, buyerErasedAt, deliveryDeferred }: Purchase, obstacle: DeliveryObstacle): void {
    const cause = buyerErasedAt ? 'buyer-erased' : (obstacle ?? 'paid-twice');
    // The refund of a waiting order after the erasure of its buyer is expected.
    if (buyerErasedAt && !deliveryDeferred)
      this.logger.error({ purchaseId }, 'paid after the erasure of its buyer, refund requested: needs a person');
    else this.logger.warn({ purchaseId, cause }, 'paid, but not delivered: refund requested');
    const now = new Date();
    const request = { id: uuidv7(), purchaseId, cause, requestedAt: now, announcedAt: now } as const;
    this.em.persist(this.em.create(RefundRequest, request));
  }
}
