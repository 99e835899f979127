import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError, notFound } from '../../platform/api-error.js';
import { FOR_UPDATE } from '../../platform/database/transactional.js';
import { Purchase } from '../orders/purchase.entity.js';

/**
 * Loads and locks a purchase whose price can be refunded.
 * @throws {ApiError} 404 PURCHASE_NOT_FOUND, 409 NOTHING_TO_REFUND
 */
export async function lockPricedPurchase(em: EntityManager, purchaseId: string): Promise<Purchase> {
  const purchase = await em.findOne(Purchase, purchaseId, FOR_UPDATE);
  if (!purchase) throw notFound('PURCHASE_NOT_FOUND', 'Purchase');
  if (purchase.amountCents === 0) throw new ApiError(409, 'NOTHING_TO_REFUND', 'Nothing was paid for this purchase.');
  return purchase;
}

/** @throws {ApiError} 409 PURCHASE_NOT_PAID */
export function requirePaid({ status }: Purchase): void {
  if (status !== 'paid' && status !== 'refunded')
    throw new ApiError(409, 'PURCHASE_NOT_PAID', 'This purchase is not paid.');
}
