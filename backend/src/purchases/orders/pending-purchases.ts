import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { Transactional } from '../../platform/database/transactional.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { holdAccount } from '../../accounts/accounts.writes.js';
import type { Offer } from '../../catalogue/patterns/queries/get-offer.js';
import type { Config } from '../../platform/config/config.js';
import { deriveToken } from '../../platform/derived-token.js';
import { emailKey } from '../../platform/mail/email-address.js';
import { advisoryLock } from '../../platform/database/database-time.js';
import type { Language } from '../../platform/language.js';
import { networkKeys } from '../../platform/network-keys.js';
import { ApiError } from '../../platform/api-error.js';
import { traceparent } from '../../platform/telemetry/spans.js';
import { Sql } from '../../platform/database/sql.js';
import { CONFIG } from '../../platform/tokens.js';
import { UnprovenMail } from '../../platform/mail/unproven-mail.js';
import { providerUnavailable } from '../payments/card-payments.js';
import { DeclinedCards, type OpenedFrom } from '../payments/declined-cards.js';
import type { DescribedOrder } from '../payments/payment-metadata.js';
import { HOME_COUNTRY, Purchase } from './purchase.entity.js';
import { RefundRequest } from '../payments/refund-request.entity.js';
import { WAIVER_VERSION } from './waiver.js';

export interface Buyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
  locale: Language;
  consent: boolean;
  /** As the buyer stated it; null when the buyer stated none. */
  country: string | null;
  ip: string;
  /** The random id that a guest's browser stores; null when it stores none. */
  guestKey: string | null;
}

const FIRST_CHECK_MS = 120_000;

/** The database side of opening a payment: short transactions, no requests to Stripe. */
@Injectable()
export class PendingPurchases {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly declined: DeclinedCards,
    private readonly mails: UnprovenMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Finds the pending purchase of this buyer and pattern or creates it. A guest's purchase is found by the browser's key,
   * also when it is paid, as long as the row keeps the key (ReconcilePayments). A guest whose browser stores no id gets a
   * new purchase each time, because the address is not confirmed.
   * @param proven whether the address is the account's confirmed address
   * @throws {ApiError} 401 UNAUTHENTICATED, 409 ALREADY_OWNED, 429 TOO_MANY_REQUESTS
   */
  @Transactional()
  async findOrCreate(offer: Offer, buyer: Buyer, proven: boolean): Promise<Purchase> {
    const from = buyer.id ? { openedFrom: null, openedFromWide: null } : this.declined.networksOf(buyer.ip);
    // Serialises the requests of one buyer: no other request creates a purchase between the lookup and the insert.
    await advisoryLock(`purchase ${buyer.id ?? emailKey(buyer.email)} ${offer.patternId}`);
    if (buyer.id) await this.refuseClosed(buyer.id);
    if (offer.priceCents > 0) await this.declined.refuseIfPaused(buyer.id, from);
    const known = buyer.id ? await this.ofAccount(buyer.id, offer) : await this.ofBrowser(buyer, offer);
    return known ?? this.create(offer, buyer, { from, proven });
  }

  /** @throws {ApiError} 409 ALREADY_OWNED */
  private async ofAccount(buyerId: string, { patternId }: Offer): Promise<Purchase | null> {
    const open = await this.locked({ buyerId, patternId, status: 'pending' });
    // Count after the locked read: it also finds an order that was paid while that read waited for the lock.
    if (!open && (await this.em.count(Purchase, { buyerId, patternId, status: 'paid' })) > 0)
      throw new ApiError(409, 'ALREADY_OWNED', 'You already own this pattern.');
    return open;
  }

  /** Also finds an order that is paid or claimed by an account: a guest whose response was lost cannot see either. */
  private async ofBrowser(buyer: Buyer, { patternId }: Offer): Promise<Purchase | null> {
    const guestKey = this.guestKeyOf(buyer);
    if (guestKey === null) return null;
    const ofBrowser = { buyerEmailKey: emailKey(buyer.email), patternId, guestKey };
    const open = await this.locked({ ...ofBrowser, buyerId: null, status: 'pending' });
    if (open) return open;
    const paid = await this.em.findOne(Purchase, { ...ofBrowser, status: 'paid' }, { orderBy: { paidAt: 'desc' } });
    if (!paid) return null;
    const refunds = await this.em.count(RefundRequest, { purchaseId: paid.id, failure: null });
    return refunds ? null : paid;
  }

  private locked(where: FilterQuery<Purchase>): Promise<Purchase | null> {
    return this.em.findOne(Purchase, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  private guestKeyOf({ id, guestKey }: Buyer): string | null {
    return id || !guestKey ? null : deriveToken(this.config.tokenSecret, 'guest', guestKey).slice(0, 27);
  }

  /** Keeps the account's row locked: a concurrent erasure waits and then finds the purchase. */
  private async refuseClosed(buyerId: string): Promise<void> {
    const account = await holdAccount(this.sql, buyerId);
    if (!account || account.closed) throw new ApiError(401, 'UNAUTHENTICATED', 'This account is closed.');
  }

  /**
   * Replaces the terms of a pending order with those that the buyer states and the shop offers now: by law, the terms last
   * agreed before payment apply. Call it only while the payment is known to be open; the terms at the time of the charge
   * stay.
   */
  @Transactional()
  async updateTerms(purchaseId: string, buyer: Buyer, offer: Offer, at = new Date()): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // An erased address must not be restored.
    if (purchase.status !== 'pending' || purchase.buyerErasedAt) return;
    this.em.assign(purchase, changedTerms(purchase, buyer, offer, at));
  }

  /** The order with the terms that apply now; null when none has changed. */
  changedOrder(purchase: Purchase, buyer: Buyer, offer: Offer, at: Date): DescribedOrder | null {
    const changed = changedTerms(purchase, buyer, offer, at);
    if (Object.keys(changed).length === 0) return null;
    const { id, orderNumber, patternId, buyerId, locale, consent, declaredCountry } = purchase;
    const { amountCents, currency, offeredFiles } = purchase;
    const agreed = { locale, consent, declaredCountry, amountCents, currency, offeredFiles };
    return { id, orderNumber, patternId, buyerId, ...agreed, ...changed };
  }

  /**
   * Whether a pending order can continue with the buyer's current terms. A guest's order is never updated: with other terms
   * it ends, and a new order begins.
   */
  canContinue(purchase: Purchase, buyer: Buyer): boolean {
    return buyer.id !== null || hasSameTerms(purchase, buyer);
  }

  private async create(
    offer: Offer,
    buyer: Buyer,
    { from, proven }: { from: OpenedFrom; proven: boolean },
  ): Promise<Purchase> {
    const now = new Date();
    const id = uuidv7();
    const number = (await this.sql.row<{ next: string }>(`select nextval('order_numbers') as next`))!;
    const purchase = this.em.create(Purchase, {
      ...termsFrom(buyer, now),
      id,
      orderNumber: `PP-${now.getUTCFullYear()}-${number.next.padStart(6, '0')}`,
      patternId: offer.patternId,
      buyerId: buyer.id,
      ...from,
      guestKey: this.guestKeyOf(buyer),
      // A card payment confirms the order.
      mails: proven || offer.priceCents > 0 ? 'all' : await this.mailsAbout(id, buyer),
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

  private async mailsAbout(id: string, { email, ip }: Buyer): Promise<'receipt' | 'none'> {
    const networks = networkKeys(this.config.tokenSecret, ip);
    return (await this.mails.admit({ id, to: email, networks })) === null ? 'receipt' : 'none';
  }

  /** @throws {NotFoundError} */
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
   * Waits until `deadline` (ms since the epoch) for the request that uses the idempotency key at Stripe.
   * @throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE when that request does not finish either
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

const hasSameTerms = (purchase: Purchase, buyer: Buyer) =>
  purchase.buyerEmail === buyer.email &&
  purchase.locale === buyer.locale &&
  (purchase.declaredCountry ?? null) === buyer.country &&
  (purchase.consent?.version ?? null) === (buyer.consent ? WAIVER_VERSION : null);

/** A guest cannot change the terms of a pending order, but every buyer gets the files that the shop offers now. */
function changedTerms(purchase: Purchase, buyer: Buyer, { fileIds }: Offer, at: Date) {
  const offered = new Set(purchase.offeredFiles);
  const sameFiles = offered.size === fileIds.length && fileIds.every((id) => offered.has(id));
  return {
    ...(buyer.id && !hasSameTerms(purchase, buyer) ? termsFrom(buyer, at) : {}),
    ...(sameFiles ? {} : { offeredFiles: fileIds }),
  };
}

function termsFrom({ email, locale, consent, country }: Buyer, now: Date) {
  return {
    buyerEmail: email,
    buyerEmailKey: emailKey(email),
    locale,
    consent: consent ? { version: WAIVER_VERSION, locale, acceptedAt: now.toISOString() } : null,
    country: country ?? HOME_COUNTRY,
    declaredCountry: country,
  };
}
