import { LockMode } from '@mikro-orm/core';
import { Transactional } from '@mikro-orm/decorators/legacy';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Offer } from '../catalogue/queries/get-offer.js';
import { emailKey } from '../platform/email-address.js';
import type { Language } from '../platform/language.js';
import { Problem } from '../platform/problem.js';
import { Sql } from '../platform/sql.js';
import { providerUnavailable } from './card-payments.js';
import { Purchase } from './purchase.entity.js';
import { WAIVER_VERSION } from './waiver.js';

export interface Buyer {
  /** Null for a guest. */
  id: string | null;
  email: string;
  locale: Language;
  consent: boolean;
}

type Wishes = Pick<Purchase, 'buyerEmail' | 'buyerEmailKey' | 'locale' | 'consent'>;

const FIRST_CHECK_MS = 120_000;

/** The database half: short transactions, no network. */
@Injectable()
export class OpenPurchases {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  /**
   * The one open purchase of this buyer and pattern, made when there is none.
   * @throws Problem 409 ALREADY_OWNED
   */
  @Transactional()
  async findOrCreate(offer: Offer, buyer: Buyer): Promise<Purchase> {
    const buyerEmailKey = emailKey(buyer.email);
    const mine = {
      ...(buyer.id ? { buyerId: buyer.id } : { buyerId: null, buyerEmailKey }),
      patternId: offer.patternId,
    };
    // One click of a buyer after the other: between looking for a purchase and making one nobody else makes it.
    await this.em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
      `purchase ${buyer.id ?? buyerEmailKey} ${offer.patternId}`,
    ]);
    const open = await this.em.findOne(
      Purchase,
      { ...mine, status: 'pending' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const now = new Date();
    const consent = buyer.consent
      ? { version: WAIVER_VERSION, locale: buyer.locale, acceptedAt: now.toISOString() }
      : null;
    const wishes = { buyerEmail: buyer.email, buyerEmailKey, locale: buyer.locale, consent };
    if (open && buyer.id) return this.em.assign(open, wishes);
    // Whoever knows a guest's address can come this way: they change nothing, and can only take a consent back.
    if (open) return this.em.assign(open, consent ? {} : { consent: null });
    // Only now: an open purchase that was paid while the line above waited for it is found here.
    const owned = await this.em.findOne(Purchase, { ...mine, status: 'paid' });
    if (owned && buyer.id) throw new Problem(409, 'ALREADY_OWNED', 'You already own this pattern.');
    // A guest's address proves nothing, so it is told nothing; but a free pattern is not sent twice.
    if (owned?.amountCents === 0 && offer.priceCents === 0) return owned;
    return this.create(offer, buyer.id, wishes, now);
  }

  private async create(offer: Offer, buyerId: string | null, wishes: Wishes, now: Date): Promise<Purchase> {
    const [{ next }] = (await this.em.execute(`select nextval('order_numbers') as next`)) as [{ next: string }];
    const purchase = this.em.create(Purchase, {
      ...wishes,
      id: uuidv7(),
      orderNumber: `PP-${now.getUTCFullYear()}-${String(next).padStart(6, '0')}`,
      patternId: offer.patternId,
      buyerId,
      amountCents: offer.priceCents,
      currency: offer.currency,
      status: 'pending',
      createdAt: now,
      nextPaymentCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
    });
    await this.em.persist(purchase).flush();
    return purchase;
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
