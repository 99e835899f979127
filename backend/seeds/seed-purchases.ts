import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Pattern } from '../src/catalogue/patterns/pattern.entity.js';
import { PatternFile } from '../src/catalogue/files/pattern-file.entity.js';
import { hashToken } from '../src/platform/derived-token.js';
import { Outbox } from '../src/platform/events/outbox.js';
import { downloadToken } from '../src/purchases/downloads/download-token.js';
import { Copy, DownloadGrant } from '../src/purchases/downloads/copy.entity.js';
import { Purchase } from '../src/purchases/orders/purchase.entity.js';
import { PurchaseCompleted, PurchaseRefunded } from '../src/purchases/purchases.events.js';
import { PRIVATE_USE } from '../src/platform/licence.js';
import { LICENCE_VERSION } from '../src/purchases/orders/licence-text.js';
import { WAIVER_VERSION } from '../src/purchases/orders/waiver.js';
import { Refund } from '../src/purchases/payments/refund.entity.js';
import { ACCESS_DAYS, DOWNLOAD_LIMIT } from '../src/platform/shop-rules.js';

const DAY = 86_400_000;

/** One purchase for each state that the buyer’s list of purchases can show. */
const PURCHASES = [
  { daysAgo: 2, status: 'paid', grants: 1 },
  { daysAgo: 9, status: 'paid', grants: DOWNLOAD_LIMIT },
  { daysAgo: ACCESS_DAYS + 12, status: 'paid', grants: 3 },
  { daysAgo: 20, status: 'refunded', grants: 0 },
  { daysAgo: 15, status: 'cancelled', grants: 0 },
  { daysAgo: 0, status: 'paid', grants: 0 },
] as const;

/**
 * Creates the purchases of the demo buyer. The workers then make the copies of the paid purchases, and the documents and the
 * mails of the paid and refunded ones.
 */
export async function seedPurchases(em: EntityManager, buyerId: string, tokenSecret: string): Promise<void> {
  const patterns = await em.find(Pattern, { priceCents: { $gt: 0 } }, { orderBy: { publishedAt: 'desc' }, limit: 12 });
  const outbox = new Outbox(em);
  for (const [n, { daysAgo, status, grants }] of PURCHASES.entries()) {
    const pattern = patterns[(n * 2) % patterns.length]!;
    const orderedAt = new Date(Date.now() - daysAgo * DAY);
    const id = uuidv7();
    const paid = status === 'paid' || status === 'refunded';
    const refundedAt = status === 'refunded' ? new Date(orderedAt.getTime() + DAY) : null;
    const { priceCents: cents } = pattern;
    const [{ next }] = (await em.execute(`select nextval('order_numbers') as next`)) as [{ next: string }];
    em.create(Purchase, {
      id,
      orderNumber: `PP-${orderedAt.getUTCFullYear()}-${next.padStart(6, '0')}`,
      patternId: pattern.id,
      buyerId,
      buyerEmail: 'buyer@example.com',
      buyerEmailKey: 'buyer@example.com',
      locale: 'de',
      amountCents: cents,
      refundedCents: refundedAt ? cents : 0,
      currency: pattern.currency,
      status,
      consent: { version: WAIVER_VERSION, locale: 'de', acceptedAt: orderedAt.toISOString() },
      licence: { ...(pattern.details.de?.licence ?? PRIVATE_USE), version: LICENCE_VERSION },
      createdAt: orderedAt,
      paidAt: paid ? orderedAt : null,
      refundedAt,
      cancelledAt: status === 'cancelled' ? new Date(orderedAt.getTime() + DAY) : null,
      accessTokenHash: paid ? hashToken(downloadToken(tokenSecret, id, 1)) : null,
      accessExpiresAt: paid ? new Date(orderedAt.getTime() + ACCESS_DAYS * DAY) : null,
    });
    await em.flush();
    if (refundedAt) {
      em.create(Refund, { id: uuidv7(), purchaseId: id, cents, totalCents: cents, source: 'event', refundedAt });
      outbox.record(new PurchaseRefunded(id));
    }
    if (status !== 'paid') continue;
    for (const file of await em.find(PatternFile, { patternId: pattern.id, state: 'ready' })) {
      const copyId = uuidv7();
      em.create(Copy, { id: copyId, purchaseId: id, fileId: file.id, state: 'marking', grants, createdAt: orderedAt });
      await em.flush();
      for (let hour = 1; hour <= grants; hour += 1) {
        const grantedAt = new Date(orderedAt.getTime() + hour * 3_600_000);
        em.create(DownloadGrant, { id: uuidv7(), copyId, userId: buyerId, bytes: file.masterBytes!, grantedAt });
      }
    }
    outbox.record(new PurchaseCompleted(id));
  }
}
