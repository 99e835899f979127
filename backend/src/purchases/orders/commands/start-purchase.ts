import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProvenAccount } from '../../../accounts/registration/queries/find-proven-account.js';
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
import type { CardPayment } from '../../payments/payment-event.js';
import type { Purchase } from '../purchase.entity.js';
import type { PaymentStarted } from '../../purchases.contract.js';
import { CancelPurchase } from './cancel-purchase.js';
import { CompletePurchase } from './complete-purchase.js';

/**
 * Opens the payment for a pattern. A buyer, or the browser of a guest, has at most one open purchase of a pattern, so a
 * double click, a second tab or a repeat after a lost answer all get the same client secret. The amount always comes from the pattern.
 */
export class StartPurchase extends Command<PaymentStarted> {
  constructor(
    readonly patternId: string,
    readonly buyer: Buyer,
  ) {
    super();
  }
}

const ROUNDS = 3;
/** Nobody waits longer for a payment form; two tries of one call to the provider fit in. */
const PATIENCE_MS = 7_000;

@CommandHandler(StartPurchase)
export class StartPurchaseHandler implements ICommandHandler<StartPurchase> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly cards: CardPayments,
    private readonly openPurchases: PendingPurchases,
  ) {}

  async execute({ patternId, buyer }: StartPurchase): Promise<PaymentStarted> {
    await this.refuseLeaving(buyer);
    const deadline = Date.now() + PATIENCE_MS;
    for (let round = 0; round < ROUNDS && Date.now() < deadline; round += 1) {
      const offer = await this.queries.execute(new GetOffer(patternId));
      if (!offer?.forSale) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
      if (offer.fileIds.length === 0) throw new ApiError(409, 'PATTERN_NOT_READY', 'This pattern cannot be bought yet');
      const proven = await this.isProven(buyer);
      const purchase = await this.openPurchases.findOrCreate(offer, buyer, proven);
      // That of a guest whose answer was lost, whatever the pattern costs by now.
      const { status, paymentIntentId: id } = purchase;
      if (status === 'paid') return started(purchase, id ? { id, clientSecret: null } : null, 'succeeded');
      const suits = this.openPurchases.canContinue(purchase, buyer);
      if (purchase.amountCents === 0 && offer.priceCents === 0 && suits) {
        await this.openPurchases.updateTerms(purchase.id, buyer, offer);
        await this.commands.execute(new CompletePurchase(purchase.id, null));
        return started(purchase, null, 'succeeded');
      }
      const payment = purchase.amountCents > 0 ? await this.paymentOf(purchase, deadline) : null;
      if (payment?.state === 'open' && costs(purchase, offer) && suits) {
        const now = new Date();
        const restated = this.openPurchases.restated(purchase, buyer, offer, now);
        // What the provider would not write down is not agreed: the buyer is told, and says it again.
        if (restated) await this.cards.describe(payment.id, restated);
        await this.openPurchases.updateTerms(purchase.id, buyer, offer, now);
        return started(purchase, payment, 'requires_payment_method');
      }
      // Paid already, or the price or a guest's wishes have changed since, or the payment was closed: then this order
      // ends here, and the next round opens a new one.
      const closed = payment?.state === 'open' ? await this.cards.cancel(payment.id) : payment;
      // A payment that would not be closed may still succeed; a second one beside it could charge the buyer twice.
      if (closed?.state === 'open') throw providerUnavailable();
      if (closed?.state !== 'succeeded') await this.commands.execute(new CancelPurchase(purchase.id));
      else if (await this.commands.execute(new CompletePurchase(purchase.id, closed))) {
        // A guest owns nothing that the next round could find, and must not be asked to pay twice.
        if (!buyer.id) return started(purchase, { id: closed.id, clientSecret: null }, 'succeeded');
      }
    }
    throw providerUnavailable();
  }

  /** Whether the address is certainly the buyer's: that of the account, and its mailbox is proven. */
  private async isProven({ id, email }: Buyer): Promise<boolean> {
    if (!id) return false;
    return (await this.queries.execute(new FindProvenAccount({ userId: id })))?.emailKey === emailKey(email);
  }

  /** What an account buys goes with it, and the money would stay. */
  private async refuseLeaving({ id }: Buyer): Promise<void> {
    if (!id || (await this.queries.execute(new GetDeletion(id))).state === 'none') return;
    throw new ApiError(
      409,
      'DELETION_PENDING',
      'This account is about to be deleted. Undo the deletion before you buy.',
    );
  }

  /** @returns null when no payment will ever be opened for this purchase */
  private async paymentOf(purchase: Purchase, deadline: number): Promise<CardPayment | null> {
    if (purchase.paymentIntentId) return this.cards.find(purchase.paymentIntentId);
    try {
      const payment = await this.cards.open(purchase);
      await this.openPurchases.attachPayment(purchase.id, payment.id);
      return payment;
    } catch (error) {
      if (error instanceof IdempotencyKeyExhausted) return null;
      if (!(error instanceof IdempotencyConflict)) throw error;
      return this.cards.find(await this.openPurchases.paymentAttachedByAnother(purchase.id, deadline));
    }
  }
}

const costs = (purchase: Purchase, offer: Offer) =>
  purchase.amountCents === offer.priceCents && purchase.currency === offer.currency;

type Shown = { id: string; clientSecret: string | null };

function started(purchase: Purchase, payment: Shown | null, status: string): PaymentStarted {
  return {
    client_secret: payment?.clientSecret ?? null,
    purchase_id: purchase.id,
    payment_intent_id: payment?.id ?? null,
    amount: purchase.amountCents,
    currency: purchase.currency,
    status,
  };
}
