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
import type { NotedOrder } from '../payments/payment-metadata.js';
import { HOME_COUNTRY, Purchase } from './purchase.entity.js';
import { RefundRequest } from '../payments/refund-request.entity.js';
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
  /** The random id that a guest's browser keeps; null when it keeps none. */
  guestKey: string | null;
}

const FIRST_CHECK_MS = 120_000;

/** The database half: short transactions, no network. */
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
   * The one open purchase of this buyer and pattern, made when there is none; for a guest the one of this browser, also
   * when it was paid, as long as the row keeps the browser's key (ReconcilePayments). A guest whose browser keeps no id
   * gets a new one each time: an address proves nothing.
   * @param proven the address is certainly the buyer's own
   * @throws ApiError 401 UNAUTHENTICATED, 409 ALREADY_OWNED, 429 TOO_MANY_REQUESTS
   */
  @Transactional()
  async findOrCreate(offer: Offer, buyer: Buyer, proven: boolean): Promise<Purchase> {
    const from = buyer.id ? { openedFrom: null, openedFromWide: null } : this.declined.networksOf(buyer.ip);
    // One click of a buyer after the other: between looking for a purchase and making one no other request makes it.
    await advisoryLock(`purchase ${buyer.id ?? emailKey(buyer.email)} ${offer.patternId}`);
    if (buyer.id) await this.refuseClosed(buyer.id);
    if (offer.priceCents > 0) await this.declined.refuseIfPaused(buyer.id, from);
    const known = buyer.id ? await this.ofAccount(buyer.id, offer) : await this.ofBrowser(buyer, offer);
    return known ?? this.create(offer, buyer, { from, proven });
  }

  /** @throws ApiError 409 ALREADY_OWNED */
  private async ofAccount(buyerId: string, { patternId }: Offer): Promise<Purchase | null> {
    const open = await this.locked({ buyerId, patternId, status: 'pending' });
    // Only now: an open purchase that was paid while the line above waited for it is found here.
    if (!open && (await this.em.count(Purchase, { buyerId, patternId, status: 'paid' })) > 0)
      throw new ApiError(409, 'ALREADY_OWNED', 'You already own this pattern.');
    return open;
  }

  /** Also one that is paid, and that an account has claimed since: a guest whose answer was lost knows neither. */
  private async ofBrowser(buyer: Buyer, { patternId }: Offer): Promise<Purchase | null> {
    const guestKey = this.guestKeyOf(buyer);
    if (guestKey === null) return null;
    const mine = { buyerEmailKey: emailKey(buyer.email), patternId, guestKey };
    const open = await this.locked({ ...mine, buyerId: null, status: 'pending' });
    if (open) return open;
    const paid = await this.em.findOne(Purchase, { ...mine, status: 'paid' }, { orderBy: { paidAt: 'desc' } });
    if (!paid) return null;
    const askedBack = await this.em.count(RefundRequest, { purchaseId: paid.id, failure: null });
    return askedBack ? null : paid;
  }

  private locked(where: FilterQuery<Purchase>): Promise<Purchase | null> {
    return this.em.findOne(Purchase, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  private guestKeyOf({ id, guestKey }: Buyer): string | null {
    return id || !guestKey ? null : deriveToken(this.config.tokenSecret, 'guest', guestKey).slice(0, 27);
  }

  /** The account's row stays locked, so that an erasure that begins now finds the purchase. */
  private async refuseClosed(buyerId: string): Promise<void> {
    const account = await holdAccount(this.sql, buyerId);
    if (!account || account.closed) throw new ApiError(401, 'UNAUTHENTICATED', 'This account is closed.');
  }

  /**
   * What the buyer says and is offered now replaces what stands in an order that is still open: by law counts what was
   * last agreed before paying. Call it only while the payment is known to be open; what was in force when the card was
   * charged stays.
   */
  @Transactional()
  async updateTerms(purchaseId: string, buyer: Buyer, offer: Offer, at = new Date()): Promise<void> {
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
   * Whether an open order may go on with what its buyer says now. A guest's is never restated: one that says something
   * else ends, and the next one begins on the new terms.
   */
  canContinue(purchase: Purchase, buyer: Buyer): boolean {
    return buyer.id !== null || saysTheSame(purchase, buyer);
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
      // What is paid for by card proves that it is meant.
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
   * @throws ApiError 502 when it does not come back either
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
    ...(buyer.id && !saysTheSame(purchase, buyer) ? termsFrom(buyer, at) : {}),
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
