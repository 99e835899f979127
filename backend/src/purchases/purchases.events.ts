import { DomainEvent } from '../platform/events/domain-event.js';

/** The money has arrived (or the pattern is free): the buyer is owed a receipt and a personal copy. */
export class PurchaseCompleted extends DomainEvent {
  static override readonly type = 'purchases.purchase-completed';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** A payment of this shop has succeeded and its purchase is not in the database, which must be older than both. */
export class PurchaseLost extends DomainEvent {
  static override readonly type = 'purchases.purchase-lost';
  constructor(
    readonly purchaseId: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

/** Too many cards were declined: nobody may try another one on this payment. */
export class PaymentBlocked extends DomainEvent {
  static override readonly type = 'purchases.payment-blocked';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** The last copy of a purchase lies in the storage; once for each purchase. */
export class CopiesMade extends DomainEvent {
  static override readonly type = 'purchases.copies-made';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** The buyer's money shall go back; the card provider is still to be told. */
export class RefundRequested extends DomainEvent {
  static override readonly type = 'purchases.refund-requested';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** The whole sum is on its way back and the access has ended, through whichever door. */
export class PurchaseRefunded extends DomainEvent {
  static override readonly type = 'purchases.purchase-refunded';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** Somebody has withdrawn from a contract; they are owed a confirmation of receipt at once (§ 356a BGB). */
export class WithdrawalReceived extends DomainEvent {
  static override readonly type = 'purchases.withdrawal-received';
  constructor(readonly withdrawalId: string) {
    super();
  }
}

/** An invoice or cancellation has its number for good; its PDF is still to be written. */
export class InvoiceIssued extends DomainEvent {
  static override readonly type = 'purchases.invoice-issued';
  constructor(readonly invoiceId: string) {
    super();
  }
}
