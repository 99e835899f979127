import { DomainEvent } from '../platform/events/domain-event.js';

/** A purchase is paid (or free): the buyer gets a receipt and personal copies. */
export class PurchaseCompleted extends DomainEvent {
  static override readonly type = 'purchases.purchase-completed';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** A payment of this shop succeeded and its purchase is missing: a backup restore lost it. */
export class PurchaseLost extends DomainEvent {
  static override readonly type = 'purchases.purchase-lost';
  constructor(
    readonly purchaseId: string,
    readonly paymentId: string,
  ) {
    super();
  }
}

/** Too many cards were declined: the payment must be cancelled. */
export class PaymentBlocked extends DomainEvent {
  static override readonly type = 'purchases.payment-blocked';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** All copies of a purchase are in storage. Recorded once per purchase. */
export class CopiesMade extends DomainEvent {
  static override readonly type = 'purchases.copies-made';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** A refund is requested; a worker creates it at Stripe. */
export class RefundRequested extends DomainEvent {
  static override readonly type = 'purchases.refund-requested';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** The whole amount is refunded, by the shop, in Stripe's dashboard or by a bank, and the access has ended. */
export class PurchaseRefunded extends DomainEvent {
  static override readonly type = 'purchases.purchase-refunded';
  constructor(readonly purchaseId: string) {
    super();
  }
}

/** A withdrawal was received; its sender must get a confirmation of receipt immediately (§ 356a BGB). */
export class WithdrawalReceived extends DomainEvent {
  static override readonly type = 'purchases.withdrawal-received';
  constructor(readonly withdrawalId: string) {
    super();
  }
}

/** An invoice or cancellation has its permanent number; a worker writes its PDF. */
export class InvoiceIssued extends DomainEvent {
  static override readonly type = 'purchases.invoice-issued';
  constructor(readonly invoiceId: string) {
    super();
  }
}
