import { domainEvent } from '../platform/events/domain-event.js';

/** A purchase is paid (or free): the buyer gets a receipt and personal copies. */
export class PurchaseCompleted extends domainEvent('purchases.purchase-completed', 'purchaseId') {}

/** The wait of a deferred order has ended: the buyer gets personal copies. */
export class DeliveryBegun extends domainEvent('purchases.delivery-begun', 'purchaseId') {}

/** A payment succeeded, but the database lacks its purchase, because the database was restored from an older backup. */
export class PurchaseLost extends domainEvent('purchases.purchase-lost', 'purchaseId', 'paymentId') {}

/** Too many cards were declined for the payment of a purchase; a worker cancels the PaymentIntent. */
export class PaymentBlocked extends domainEvent('purchases.payment-blocked', 'purchaseId') {}

/** All copies of a purchase are in storage. Recorded once per purchase. */
export class CopiesMade extends domainEvent('purchases.copies-made', 'purchaseId') {}

/** The refund of all that is left is requested; a worker creates it at Stripe. */
export class RefundRequested extends domainEvent('purchases.refund-requested', 'purchaseId') {}

/** A partial refund is requested; a worker creates it at Stripe. */
export class PartialRefundRequested extends domainEvent(
  'purchases.partial-refund-requested',
  'purchaseId',
  'requestId',
) {}

/** A part of the amount is refunded, by the shop, in Stripe's dashboard or by a bank; the buyer keeps the access. */
export class PartialRefundRecorded extends domainEvent('purchases.partial-refund-recorded', 'purchaseId', 'refundId') {}

/** The whole amount is refunded, by the shop, in Stripe's dashboard or by a bank, and the access has ended. */
export class PurchaseRefunded extends domainEvent('purchases.purchase-refunded', 'purchaseId') {}

/** A withdrawal was received; its sender must get a confirmation of receipt immediately (§ 356a BGB). */
export class WithdrawalReceived extends domainEvent('purchases.withdrawal-received', 'withdrawalId') {}

/** An invoice, a cancellation invoice or a correction has its permanent number; a worker writes the PDF. */
export class InvoiceIssued extends domainEvent('purchases.invoice-issued', 'invoiceId') {}

/** An invoice was deleted at the end of its retention; a worker removes the PDF. */
export class InvoiceDeleted extends domainEvent('purchases.invoice-deleted', 'invoiceId') {}
