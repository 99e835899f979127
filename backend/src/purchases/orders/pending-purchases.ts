import { type FilterQuery } from '@mikro-orm/core';
import { FOR_UPDATE, Transactional } from '../../platform/database/transactional.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { lockOpenAccount } from '../../accounts/accounts.writes.js';
import type { ContractTextIds } from '../../legal/legal.writes.js';
import { isSameLicence, type Licence } from '../../platform/licence.js';
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
import type { MetadataFields } from '../payments/payment-metadata.js';
import type { SalePlace } from '../tax/sale-places.js';
import { Purchase } from './purchase.entity.js';
import { RefundRequest } from '../payments/refund-request.entity.js';
import { LICENCE_VERSION, type SoldLicence } from './licence-text.js';
import { WAIVER_VERSION } from './waiver.js';

export interface Buyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
  locale: Language;
  consent: boolean;
  /** The licence that the client has shown to the buyer; null when the request names none. */
  licence: Licence | null;
  ip: string;
  /** The random id that a guest's browser stores; null when the request has none. */
  guestKey: string | null;
}

/** A buyer whose place the shop serves, with the legal texts that apply now. */
export interface PlacedBuyer extends Buyer {
  place: SalePlace;
  texts: ContractTextIds;
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
   * Finds the pending purchase of this buyer and pattern, or creates it. A guest's purchase is found by the guest key, even
   * when it is paid, until ReconcilePayments purges the key. A guest without a key gets a new purchase each time, because
   * the guest has not proven the address.
   * @param proven whether the address is the address of the buyer's account, and the account's owner has proven the mailbox
   * @throws {ApiError} 401 UNAUTHENTICATED, 409 ALREADY_OWNED, 429 TOO_MANY_REQUESTS
   */
  @Transactional()
  async findOrCreate(offer: Offer, buyer: PlacedBuyer, proven: boolean): Promise<Purchase> {
    const networks = buyer.id ? { openedFrom: null, openedFromWide: null } : this.declined.hashNetworks(buyer.ip);
    // Serialises the requests of one buyer: no other request creates a purchase between the lookup and the insert.
    await advisoryLock(`purchase ${buyer.id ?? emailKey(buyer.email)} ${offer.patternId}`);
    if (buyer.id) await lockOpenAccount(this.sql, buyer.id);
    if (offer.priceCents > 0) await this.declined.refuseIfPaused(buyer.id, networks);
    const found = buyer.id ? await this.findForAccount(buyer.id, offer) : await this.findForBrowser(buyer, offer);
    return found ?? this.create(offer, buyer, { networks, proven });
  }

  /** @throws {ApiError} 409 ALREADY_OWNED */
  private async findForAccount(buyerId: string, { patternId }: Offer): Promise<Purchase | null> {
    const pending = await this.findLocked({ buyerId, patternId, status: 'pending' });
    // Count after the locked read, to include an order that was paid while that read waited for the lock.
    if (!pending && (await this.em.count(Purchase, { buyerId, patternId, status: 'paid' })) > 0)
      throw new ApiError(409, 'ALREADY_OWNED', 'You already own this pattern.');
    return pending;
  }

  /** Also finds orders that are paid or belong to an account by now: a guest whose response was lost must not pay again. */
  private async findForBrowser(buyer: Buyer, { patternId }: Offer): Promise<Purchase | null> {
    const guestKey = this.hashGuestKey(buyer);
    if (guestKey === null) return null;
    const key = { buyerEmailKey: emailKey(buyer.email), patternId, guestKey };
    const pending = await this.findLocked({ ...key, buyerId: null, status: 'pending' });
    if (pending) return pending;
    const paid = await this.em.findOne(Purchase, { ...key, status: 'paid' }, { orderBy: { paidAt: 'desc' } });
    if (!paid) return null;
    const refunds = await this.em.count(RefundRequest, { purchaseId: paid.id, amountCents: null, failure: null });
    return refunds ? null : paid;
  }

  private findLocked(where: FilterQuery<Purchase>): Promise<Purchase | null> {
    return this.em.findOne(Purchase, where, FOR_UPDATE);
  }

  private hashGuestKey({ id, guestKey }: Buyer): string | null {
    return id || !guestKey ? null : deriveToken(this.config.tokenSecret, 'guest', guestKey).slice(0, 27);
  }

  /**
   * Replaces the terms of a pending order with the buyer's current terms and the current offer. By law, the terms on
   * which both sides agreed last before the payment are valid. Call it only while the payment is open: after the charge the
   * terms must not change.
   */
  @Transactional()
  async updateTerms(purchaseId: string, buyer: PlacedBuyer, offer: Offer, at = new Date()): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    // An erased address must not be restored.
    if (purchase.status !== 'pending' || purchase.buyerErasedAt) return;
    this.em.assign(purchase, changedTerms(purchase, buyer, offer, at));
  }

  /** @returns the order with the current terms of buyer and offer; null when no term has changed */
  changedOrder(purchase: Purchase, buyer: PlacedBuyer, offer: Offer, at: Date): MetadataFields | null {
    const changed = changedTerms(purchase, buyer, offer, at);
    if (Object.keys(changed).length === 0) return null;
    const { id, orderNumber, patternId, buyerId, locale, consent, declaredCountry } = purchase;
    const { amountCents, currency, offeredFiles, licence, termsTextId, withdrawalTextId } = purchase;
    const terms = { locale, consent, declaredCountry, amountCents, currency, offeredFiles, licence };
    return { id, orderNumber, patternId, buyerId, ...terms, termsTextId, withdrawalTextId, ...changed };
  }

  /**
   * Whether a pending order can continue with the buyer's current terms. The e-mail address, language, country and consent
   * of a guest's order are never updated: with other terms the order is cancelled, and a new one is created. The same applies
   * to the address of a free order, because the limits of unproven mail have admitted a mail to this address only.
   */
  canContinue(purchase: Purchase, buyer: PlacedBuyer): boolean {
    if (hasSameTerms(purchase, buyer)) return true;
    return buyer.id !== null && (purchase.amountCents > 0 || purchase.buyerEmail === buyer.email);
  }

  private async create(
    offer: Offer,
    buyer: PlacedBuyer,
    { networks, proven }: { networks: OpenedFrom; proven: boolean },
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
      ...networks,
      guestKey: this.hashGuestKey(buyer),
      // A card payment proves that the order is genuine, so only free orders are limited as unproven mail.
      mails: proven || offer.priceCents > 0 ? 'all' : await this.admitMail(id, buyer),
      offeredFiles: offer.fileIds,
      licence: sold(offer.licence),
      ...buyer.texts,
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

  private async admitMail(id: string, { email, ip }: Buyer): Promise<'receipt' | 'none'> {
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
   * Waits until the concurrent request with the same idempotency key has stored the PaymentIntent id.
   * @param deadline in ms since the epoch
   * @throws {ApiError} 502 PAYMENT_PROVIDER_UNAVAILABLE when the deadline passes
   */
  async waitForPaymentId(purchaseId: string, deadline: number): Promise<string> {
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

const hasSameTerms = (purchase: Purchase, buyer: PlacedBuyer) =>
  purchase.buyerEmail === buyer.email &&
  purchase.locale === buyer.locale &&
  (purchase.declaredCountry ?? null) === buyer.place.declaredCountry &&
  purchase.taxScheme === buyer.place.taxScheme &&
  (purchase.consent?.version ?? null) === (buyer.consent ? WAIVER_VERSION : null);

/**
 * A guest cannot change the terms of a pending order. Every buyer gets the current offer's files and licence, and the legal
 * texts that apply now.
 */
function changedTerms(purchase: Purchase, buyer: PlacedBuyer, { fileIds, licence }: Offer, at: Date) {
  const agreed = new Set(purchase.offeredFiles);
  const sameFiles = agreed.size === fileIds.length && fileIds.every((id) => agreed.has(id));
  const { licence: before } = purchase;
  const { termsTextId, withdrawalTextId } = buyer.texts;
  const sameTexts = purchase.termsTextId === termsTextId && purchase.withdrawalTextId === withdrawalTextId;
  const hasLicence = before?.version === LICENCE_VERSION && isSameLicence(before, licence);
  return {
    ...(buyer.id && !hasSameTerms(purchase, buyer) ? termsFrom(buyer, at) : {}),
    ...(sameFiles ? {} : { offeredFiles: fileIds }),
    ...(hasLicence ? {} : { licence: sold(licence) }),
    ...(sameTexts ? {} : buyer.texts),
  };
}

const sold = ({ kind, pieces }: Licence): SoldLicence => ({ kind, pieces, version: LICENCE_VERSION });

function termsFrom({ email, locale, consent, place }: PlacedBuyer, now: Date) {
  return {
    buyerEmail: email,
    buyerEmailKey: emailKey(email),
    locale,
    consent: consent ? { version: WAIVER_VERSION, locale, acceptedAt: now.toISOString() } : null,
    ...place,
  };
}
