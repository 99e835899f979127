import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '../../../accounts/registration/queries/find-proven-account.js';
import { ContractTexts } from '../../../legal/legal.writes.js';
import { isSameLicence } from '../../../platform/licence.js';
import { GetOffer, type Offer } from '../../../catalogue/patterns/queries/get-offer.js';
import { emailKey } from '../../../platform/mail/email-address.js';
import { notFound, ApiError } from '../../../platform/api-error.js';
import { GetDeletion } from '../../../privacy/queries/get-deletion.js';
import {
  CardPayments,
  IdempotencyConflict,
  IdempotencyKeyExhausted,
  providerUnavailable,
} from '../../payments/card-payments.js';
import { type Buyer, PendingPurchases } from '../pending-purchases.js';
import { SalePlaces } from '../../tax/sale-places.js';
import type { CardPayment } from '../../payments/payment-event.js';
import type { Purchase } from '../purchase.entity.js';
import type { PaymentStarted } from '../../purchases.contract.js';
import { CancelPurchase } from './cancel-purchase.js';
import { CompletePurchase } from './complete-purchase.js';

/**
 * Opens the payment for a pattern. A buyer, or the browser of a guest, has at most one pending purchase of a pattern. So a
 * double click, a second tab and a retry after a lost response get the same client secret. The amount is always the price of
 * the pattern.
 * @throws {ApiError} 400 COUNTRY_NOT_SERVED, 400 COUNTRY_REQUIRED, 409 VAT_RATE_MISSING, 409 LICENCE_CHANGED when the buyer has
 * seen another licence than the pattern now has, and the errors of PendingPurchases.findOrCreate
 */
export class StartPurchase extends Command<PaymentStarted> {
  constructor(
    readonly patternId: string,
    readonly buyer: Buyer,
    /** The country that the buyer stated; null when the buyer stated none. */
    readonly country: string | null,
  ) {
    super();
  }
}

/** Each round continues an order, or closes an outdated order so that the next round can open a new one. */
const MAX_ROUNDS = 3;
/** No further round starts after this time. One request to Stripe with its retry takes up to 2 × 3.5 s. */
const TIMEOUT_MS = 7_000;

@CommandHandler(StartPurchase)
export class StartPurchaseHandler implements ICommandHandler<StartPurchase> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly cards: CardPayments,
    private readonly pendingPurchases: PendingPurchases,
    private readonly places: SalePlaces,
    private readonly texts: ContractTexts,
  ) {}

  async execute({ patternId, buyer: stated, country }: StartPurchase): Promise<PaymentStarted> {
    await this.refusePendingDeletion(stated);
    const deadline = Date.now() + TIMEOUT_MS;
    for (let round = 0; round < MAX_ROUNDS && Date.now() < deadline; round += 1) {
      const offer = await this.queries.execute(new GetOffer(patternId));
      if (!offer?.forSale) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
      if (offer.fileIds.length === 0) throw new ApiError(409, 'PATTERN_NOT_READY', 'This pattern cannot be bought yet');
      refuseOtherLicence(stated, offer);
      const place = await this.places.admit(country, offer.priceCents);
      const buyer = { ...stated, place, texts: await this.texts.store(stated.locale) };
      const proven = await this.isProven(buyer);
      const purchase = await this.pendingPurchases.findOrCreate(offer, buyer, proven);
      // A guest whose response was lost gets the paid order, even when the price has changed since.
      const { status, paymentIntentId: id } = purchase;
      if (status === 'paid') return toPaymentStarted(purchase, id ? { id, clientSecret: null } : null, 'succeeded');
      const canContinue = this.pendingPurchases.canContinue(purchase, buyer);
      if (purchase.amountCents === 0 && offer.priceCents === 0 && canContinue) {
        await this.pendingPurchases.updateTerms(purchase.id, buyer, offer);
        await this.commands.execute(new CompletePurchase(purchase.id, null));
        return toPaymentStarted(purchase, null, 'succeeded');
      }
      const payment = purchase.amountCents > 0 ? await this.findOrOpenPayment(purchase, deadline) : null;
      if (payment?.state === 'open' && hasCurrentPrice(purchase, offer) && canContinue) {
        const now = new Date();
        const changedOrder = this.pendingPurchases.changedOrder(purchase, buyer, offer, now);
        // Stripe is updated first. When the update fails, the request fails: both systems keep the old terms, and the buyer
        // can retry.
        if (changedOrder) await this.cards.updateMetadata(payment.id, changedOrder);
        await this.pendingPurchases.updateTerms(purchase.id, buyer, offer, now);
        return toPaymentStarted(purchase, payment, 'requires_payment_method');
      }
      // The price or a guest's terms have changed, or the payment is closed. This round completes or cancels the order, and
      // the next round opens a new one.
      const closed = payment?.state === 'open' ? await this.cards.cancel(payment.id) : payment;
      // A payment that cannot be cancelled can still succeed, and a second payment would then charge the buyer twice.
      if (closed?.state === 'open') throw providerUnavailable();
      if (closed?.state !== 'succeeded') await this.commands.execute(new CancelPurchase(purchase.id));
      else if (await this.commands.execute(new CompletePurchase(purchase.id, closed))) {
        // Without a guest key, the next round would not find the paid order, and the guest would pay twice.
        if (!buyer.id) return toPaymentStarted(purchase, { id: closed.id, clientSecret: null }, 'succeeded');
      }
    }
    throw providerUnavailable();
  }

  /** Whether the order's address is the address of the buyer's account, and the account's owner has proven the mailbox. */
  private async isProven({ id, email }: Buyer): Promise<boolean> {
    if (!id) return false;
    return (await this.queries.execute(new FindProvenAccount({ userId: id })))?.emailKey === emailKey(email);
  }

  /** The erasure of an account ends the access to its purchases without a refund, so a new purchase would be lost. */
  private async refusePendingDeletion({ id }: Buyer): Promise<void> {
    if (!id || (await this.queries.execute(new GetDeletion(id))).state === 'none') return;
    throw new ApiError(
      409,
      'DELETION_PENDING',
      'This account is about to be deleted. Undo the deletion before you buy.',
    );
  }

  /** @returns null when no payment can be opened for this purchase */
  private async findOrOpenPayment(purchase: Purchase, deadline: number): Promise<CardPayment | null> {
    if (purchase.paymentIntentId) return this.cards.find(purchase.paymentIntentId);
    try {
      const payment = await this.cards.open(purchase);
      await this.pendingPurchases.attachPayment(purchase.id, payment.id);
      return payment;
    } catch (error) {
      if (error instanceof IdempotencyKeyExhausted) return null;
      if (!(error instanceof IdempotencyConflict)) throw error;
      return this.cards.find(await this.pendingPurchases.waitForPaymentId(purchase.id, deadline));
    }
  }
}

/** No order under a licence that the buyer has not seen. Clients that send no licence order under the current one. */
function refuseOtherLicence({ licence }: Buyer, offer: Offer): void {
  if (licence && !isSameLicence(licence, offer.licence))
    throw new ApiError(409, 'LICENCE_CHANGED', 'The licence of this pattern has changed. Nothing was ordered.');
}

const hasCurrentPrice = (purchase: Purchase, offer: Offer) =>
  purchase.amountCents === offer.priceCents && purchase.currency === offer.currency;

type PaymentSecret = { id: string; clientSecret: string | null };

function toPaymentStarted(purchase: Purchase, payment: PaymentSecret | null, status: string): PaymentStarted {
  return {
    client_secret: payment?.clientSecret ?? null,
    purchase_id: purchase.id,
    payment_intent_id: payment?.id ?? null,
    amount: purchase.amountCents,
    currency: purchase.currency,
    status,
  };
}
