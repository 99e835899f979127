import { LockMode } from '@mikro-orm/core';
import { Transactional } from '../platform/transactional.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Offer } from '../catalogue/queries/get-offer.js';
import { emailKey } from '../platform/email-address.js';
import { oneAtATime } from '../platform/database-time.js';
import type { Language } from '../platform/language.js';
import { Problem } from '../platform/problem.js';
import { traceparent } from '../platform/spans.js';
import { Sql } from '../platform/sql.js';
import { providerUnavailable } from './card-payments.js';
import { DeclinedCards } from './declined-cards.js';
import type { NotedOrder } from './order-note.js';
import { HOME_COUNTRY, Purchase } from './purchase.entity.js';
import { RefundRequest } from './refund-request.entity.js';
import { WAIVER_VERSION } from './waiver.js';

export interface Buyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
  locale: Language;
  consent: boolean;
  /** As the buyer said; null when nothing was said. */
  country: string | null;
  ip: string;
}

const FIRST_CHECK_MS = 120_000;
/** For this long a guest who orders again from the same place is one who does not know that the card was charged. */
const ANSWER_LOST_MS = 3_600_000;

/** The database half: short transactions, no network. */
@Injectable()
export class OpenPurchases {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly declined: DeclinedCards,
  ) {}

  /**
   * The one open purchase of this buyer and pattern, made when there is none; for a guest the one from this network, also
   * when it was paid just now.
   * @throws Problem 401 UNAUTHENTICATED, 409 ALREADY_OWNED, 429 TOO_MANY_REQUESTS
   */
  @Transactional()
  async findOrCreate(offer: Offer, buyer: Buyer): Promise<Purchase> {
    const buyerEmailKey = emailKey(buyer.email);
    const mine = {
      ...(buyer.id ? { buyerId: buyer.id } : { buyerId: null, buyerEmailKey }),
      patternId: offer.patternId,
    };
    const openedFrom = buyer.id ? null : this.declined.networkOf(buyer.ip);
    // One click of a buyer after the other: between looking for a purchase and making one nobody else makes it.
    await oneAtATime(this.em, `purchase ${buyer.id ?? buyerEmailKey} ${offer.patternId}`);
    if (buyer.id) await this.refuseClosed(buyer.id);
    if (offer.priceCents > 0) await this.declined.refuseIfPaused(mine.buyerId, openedFrom);
    // Whoever merely knows a guest's address neither gets the payment's secret nor ends the order.
    const from = openedFrom ? { openedFrom } : {};
    const open = await this.em.findOne(
      Purchase,
      { ...mine, ...from, status: 'pending' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (open) return open;
    // Only now: an open purchase that was paid while the line above waited for it is found here.
    const owned = await this.em.findOne(Purchase, { ...mine, status: 'paid' });
    if (owned && buyer.id) throw new Problem(409, 'ALREADY_OWNED', 'You already own this pattern.');
    // A guest's address proves nothing, so it is told nothing; but a free pattern is not sent twice.
    if (owned?.amountCents === 0 && offer.priceCents === 0) return owned;
    const charged = openedFrom ? await this.justPaid(buyerEmailKey, offer.patternId, openedFrom) : null;
    return charged ?? this.create(offer, buyer, openedFrom);
  }

  /** The account's row stays locked, so that an erasure that begins now finds the purchase. */
  private async refuseClosed(buyerId: string): Promise<void> {
    const open = await this.em.execute('select id from users where id = ? and closed_at is null for share', [buyerId]);
    if (open.length === 0) throw new Problem(401, 'UNAUTHENTICATED', 'This account is closed.');
  }

  /** Also one that an account has claimed since: a guest does not know that either. */
  private async justPaid(buyerEmailKey: string, patternId: string, openedFrom: string): Promise<Purchase | null> {
    const paidAt = { $gt: new Date(Date.now() - ANSWER_LOST_MS) };
    const purchase = await this.em.findOne(
      Purchase,
      { buyerEmailKey, patternId, openedFrom, status: 'paid', amountCents: { $gt: 0 }, paidAt },
      { orderBy: { paidAt: 'desc' } },
    );
    if (!purchase) return null;
    const askedBack = await this.em.count(RefundRequest, { purchaseId: purchase.id, failure: null });
    return askedBack ? null : purchase;
  }

  /**
   * What the buyer says and is offered now replaces what stands in an order that is still open: by law counts what was
   * last agreed before paying. Call it only while the payment is known to be open; what was in force when the card was
   * charged stays.
   */
  @Transactional()
  async restate(purchaseId: string, buyer: Buyer, offer: Offer, at = new Date()): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // An address that was erased meanwhile does not come back.
    if (purchase.status !== 'pending' || purchase.buyerErasedAt) return;
    this.em.assign(purchase, newsOf(purchase, buyer, offer, at));
  }

  /** The order with what its buyer says and is offered now; null when that is nothing new. */
  restated(purchase: Purchase, buyer: Buyer, offer: Offer, at: Date): NotedOrder | null {
    const news = newsOf(purchase, buyer, offer, at);
    if (Object.keys(news).length === 0) return null;
    const { id, orderNumber, patternId, buyerId, locale, consent, declaredCountry } = purchase;
    const { amountCents, currency, offeredFiles } = purchase;
    const agreed = { locale, consent, declaredCountry, amountCents, currency, offeredFiles };
    return { id, orderNumber, patternId, buyerId, ...agreed, ...news };
  }

  /**
   * Whether an open order may go on with what its buyer says now. A guest's is never restated, because whoever knows the
   * address and is in the same network could do it: one that says something else ends, and nobody decides on what terms
   * another one pays.
   */
  suits(purchase: Purchase, buyer: Buyer): boolean {
    if (buyer.id || purchase.status !== 'pending') return true;
    return saysTheSame(purchase, buyer);
  }

  private async create(offer: Offer, buyer: Buyer, openedFrom: string | null): Promise<Purchase> {
    const now = new Date();
    const [{ next }] = (await this.em.execute(`select nextval('order_numbers') as next`)) as [{ next: string }];
    const purchase = this.em.create(Purchase, {
      ...wishesOf(buyer, now),
      id: uuidv7(),
      orderNumber: `PP-${now.getUTCFullYear()}-${String(next).padStart(6, '0')}`,
      patternId: offer.patternId,
      buyerId: buyer.id,
      openedFrom,
      offeredFiles: offer.fileIds,
      amountCents: offer.priceCents,
      currency: offer.currency,
      status: 'pending',
      traceParent: traceparent(),
      createdAt: now,
      nextPaymentCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
    });
    await this.em.persist(purchase).flush();
    return purchase;
  }

  /** @throws NotFoundError */
  @Transactional()
  async find(purchaseId: string): Promise<Purchase> {
    return this.em.findOneOrFail(Purchase, purchaseId, { refresh: true });
  }

  async attachPayment(purchaseId: string, paymentId: string): Promise<void> {
    await this.sql.rows(`update purchases set payment_intent_id = $2 where id = $1 and payment_intent_id is null`, [
      purchaseId,
      paymentId,
    ]);
  }

  /**
   * Waits until `deadline` (ms) for the request that holds the idempotency key at the card provider.
   * @throws Problem 502 when it does not come back either
   */
  async paymentAttachedByAnother(purchaseId: string, deadline: number): Promise<string> {
    for (;;) {
      const row = await this.sql.row<{ payment: string | null }>(
        `select payment_intent_id as payment from purchases where id = $1`,
        [purchaseId],
      );
      if (row?.payment) return row.payment;
      if (Date.now() > deadline) throw providerUnavailable();
      await delay(100);
    }
  }
}

const saysTheSame = (purchase: Purchase, buyer: Buyer) =>
  purchase.buyerEmail === buyer.email &&
  purchase.locale === buyer.locale &&
  (purchase.declaredCountry ?? null) === buyer.country &&
  (purchase.consent?.version ?? null) === (buyer.consent ? WAIVER_VERSION : null);

/** A guest has nothing to say about an open order, but everybody gets what the shop offers now. */
function newsOf(purchase: Purchase, buyer: Buyer, { fileIds }: Offer, at: Date) {
  const offered = new Set(purchase.offeredFiles);
  const sameFiles = offered.size === fileIds.length && fileIds.every((id) => offered.has(id));
  return {
    ...(buyer.id && !saysTheSame(purchase, buyer) ? wishesOf(buyer, at) : {}),
    ...(sameFiles ? {} : { offeredFiles: fileIds }),
  };
}

function wishesOf({ email, locale, consent, country }: Buyer, now: Date) {
  return {
    buyerEmail: email,
    buyerEmailKey: emailKey(email),
    locale,
    consent: consent ? { version: WAIVER_VERSION, locale, acceptedAt: now.toISOString() } : null,
    country: country ?? HOME_COUNTRY,
    declaredCountry: country,
  };
}
