import { EntityManager } from '@mikro-orm/postgresql';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit.js';
import type { Config } from '../../../platform/config/config.js';
import { hashToken } from '../../../platform/derived-token.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { CONFIG } from '../../../platform/tokens.js';
import { downloadToken } from '../download-token.js';
import { Copy } from '../copy.entity.js';
import { LinkRenewal } from '../link-renewal.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';
import { RefundRequest } from '../../payments/refund-request.entity.js';
import { RENEWALS_PER_MONTH } from '../../../platform/shop-rules.js';

/**
 * Renews the download link of a purchase: a new token replaces the old one, the access period starts again, and the download
 * counts of all files return to zero.
 * @throws {ApiError} 404 DOWNLOAD_NOT_FOUND, 409 PURCHASE_NOT_PAID, 409 DELIVERY_WAITS, 429 RENEWAL_LIMIT
 */
export class RenewLink extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RenewLink)
export class RenewLinkHandler implements ICommandHandler<RenewLink> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId, userId }: RenewLink): Promise<void> {
    const purchase = await this.em.findOne(Purchase, { id: purchaseId, buyerId: userId }, FOR_UPDATE);
    if (!purchase) throw notFound('DOWNLOAD_NOT_FOUND', 'Download');
    const refunds = await this.em.count(RefundRequest, { purchaseId, amountCents: null, failure: null });
    if (purchase.status !== 'paid' || !purchase.accessTokenHash || refunds)
      throw new ApiError(409, 'PURCHASE_NOT_PAID', 'This purchase is not paid.');
    if (purchase.deliveryDeferred && !purchase.deliveryBegunAt)
      throw new ApiError(409, 'DELIVERY_WAITS', 'The files of this order are made after the withdrawal period.');
    const now = await this.countRenewal(purchaseId, userId);
    const token = downloadToken(this.config.tokenSecret, purchaseId, purchase.accessSerial + 1);
    purchase.renewAccess(now, hashToken(token));
    await this.em.nativeUpdate(Copy, { purchaseId }, { grants: 0 });
    this.audit.record({ userId, actorId: userId, action: 'purchases.link-renewed', details: { purchaseId } });
  }

  /**
   * Saves a renewal, or refuses it when the purchase has reached the limit for the current calendar month (German time, read
   * from the database's clock). The caller must hold the row lock of the purchase.
   * @returns the time of the renewal
   */
  private async countRenewal(purchaseId: string, userId: string): Promise<Date> {
    const month = (await this.sql.row<Month>(THIS_MONTH, [purchaseId, userId]))!;
    if (month.used >= RENEWALS_PER_MONTH) {
      const message = `A link can be renewed ${RENEWALS_PER_MONTH} times a month.`;
      throw new ApiError(429, 'RENEWAL_LIMIT', message, undefined, Math.ceil(Number(month.secondsLeft)));
    }
    const renewedAt = new Date(Number(month.ms));
    this.em.persist(this.em.create(LinkRenewal, { id: uuidv7(), purchaseId, userId, renewedAt }));
    return renewedAt;
  }
}

interface Month {
  /** Renewals of the purchase in this month. */
  used: number;
  /** Seconds until the next month begins. */
  secondsLeft: string;
  /** The current time in milliseconds since 1970. */
  ms: string;
}

const THIS_MONTH = `
select extract(epoch from at) * 1000 as ms,
       extract(epoch from (date_trunc('month', at at time zone 'Europe/Berlin') + interval '1 month')
         at time zone 'Europe/Berlin' - at) as "secondsLeft",
       (select count(*)::int from link_renewals
        where purchase_id = $1 and user_id = $2 and renewed_at >= date_trunc('month', at, 'Europe/Berlin')) as used
from (select clock_timestamp() as at) t`;
