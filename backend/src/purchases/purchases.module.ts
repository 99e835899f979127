import { Module } from '@nestjs/common';
import { CardPayments } from './payments/card-payments.js';
import { AddVersionHandler } from './downloads/commands/add-version.js';
import { ApplyLatePaymentEventHandler } from './payments/commands/apply-late-payment-event.js';
import { CancelPurchaseHandler } from './orders/commands/cancel-purchase.js';
import { PollStripeEventsHandler } from './payments/commands/poll-stripe-events.js';
import { CheckPaymentNowHandler } from './payments/commands/check-payment-now.js';
import { ClaimGuestPurchasesHandler } from './orders/commands/claim-guest-purchases.js';
import { ClosePaymentHandler } from './payments/commands/close-payment.js';
import { CompletePurchaseHandler } from './orders/commands/complete-purchase.js';
import { DecideWithdrawalHandler } from './withdrawals/commands/decide-withdrawal.js';
import { PurgeAbandonedOrdersHandler } from './orders/commands/purge-abandoned-orders.js';
import { PurgeWithdrawalsHandler } from './withdrawals/commands/purge-withdrawals.js';
import { AnonymiseBuyerHandler } from './orders/commands/anonymise-buyer.js';
import { GrantDownloadHandler } from './downloads/commands/grant-download.js';
import { IssueInvoiceHandler } from './invoices/commands/issue-invoice.js';
import { RecordDeclineHandler } from './payments/commands/record-decline.js';
import { RecordRefundFailureHandler } from './payments/commands/record-refund-failure.js';
import { ReceivePaymentEventHandler } from './payments/commands/receive-payment-event.js';
import { ReceiveWithdrawalHandler } from './withdrawals/commands/receive-withdrawal.js';
import { SchedulePaymentChecksNowHandler } from './payments/commands/schedule-payment-checks-now.js';
import { RebuildPurchaseHandler } from './orders/commands/rebuild-purchase.js';
import { RebuildPurchasesHandler } from './orders/commands/rebuild-purchases.js';
import { ReconcilePaymentsHandler } from './payments/commands/reconcile-payments.js';
import { RecordCopyFailedHandler } from './downloads/commands/record-copy-failed.js';
import { RecordCopyReadyHandler } from './downloads/commands/record-copy-ready.js';
import { RecordDisputeHandler } from './payments/commands/record-dispute.js';
import { RecordInvoiceWrittenHandler } from './invoices/commands/record-invoice-written.js';
import { RecordReceiptSentHandler } from './orders/commands/record-receipt-sent.js';
import { RecordRefundHandler } from './payments/commands/record-refund.js';
import { RecordWithdrawalReceiptSentHandler } from './withdrawals/commands/record-withdrawal-receipt-sent.js';
import { RefundPaymentHandler } from './payments/commands/refund-payment.js';
import { RenewLinkHandler } from './downloads/commands/renew-link.js';
import { RepeatRefundsHandler } from './payments/commands/repeat-refunds.js';
import { RequestRefundHandler } from './payments/commands/request-refund.js';
import { SettleFoundPaymentHandler } from './payments/commands/settle-found-payment.js';
import { StartPurchaseHandler } from './orders/commands/start-purchase.js';
import { DeclinedCards } from './payments/declined-cards.js';
import { DownloadGrants } from './downloads/download-grants.js';
import { PendingPurchases } from './orders/pending-purchases.js';
import { FindOrphanCopiesHandler } from './downloads/queries/find-orphan-copies.js';
import { GetCopyReadyMailHandler } from './downloads/queries/get-copy-ready-mail.js';
import { GetDownloadAccessHandler } from './downloads/queries/get-download-access.js';
import { GetGuestAddressHandler } from './orders/queries/get-guest-address.js';
import { GetInvoiceDataHandler } from './invoices/queries/get-invoice-data.js';
import { GetInvoiceHandler } from './invoices/queries/get-invoice.js';
import { GetNewVersionMailHandler } from './downloads/queries/get-new-version-mail.js';
import { GetReceiptHandler } from './orders/queries/get-receipt.js';
import { GetRefundMailHandler } from './payments/queries/get-refund-mail.js';
import { GetWithdrawalMailHandler } from './withdrawals/queries/get-withdrawal-mail.js';
import { CountPurchaseStatesHandler } from './orders/queries/count-purchase-states.js';
import { HasAccessHandler } from './orders/queries/has-access.js';
import { ListAllPurchasesHandler } from './orders/queries/list-all-purchases.js';
import { ListFilesToDeliverHandler } from './downloads/queries/list-files-to-deliver.js';
import { ListInvoicesHandler } from './invoices/queries/list-invoices.js';
import { ListPurchasesHandler } from './orders/queries/list-purchases.js';
import { ListRecentDownloadsHandler } from './downloads/queries/list-recent-downloads.js';
import { ListMarkedPurchasesHandler } from './orders/queries/list-marked-purchases.js';
import { ListUnmarkedCopiesHandler } from './downloads/queries/list-unmarked-copies.js';
import { ListWithdrawalsHandler } from './withdrawals/queries/list-withdrawals.js';
import { PaymentEventHandler } from './payments/payment-event-handler.js';

@Module({
  providers: [
    CardPayments,
    PendingPurchases,
    DeclinedCards,
    DownloadGrants,
    PaymentEventHandler,
    AddVersionHandler,
    GetNewVersionMailHandler,
    StartPurchaseHandler,
    CompletePurchaseHandler,
    CancelPurchaseHandler,
    ReceivePaymentEventHandler,
    CheckPaymentNowHandler,
    SettleFoundPaymentHandler,
    SchedulePaymentChecksNowHandler,
    RebuildPurchaseHandler,
    RebuildPurchasesHandler,
    ReconcilePaymentsHandler,
    RecordReceiptSentHandler,
    RecordCopyReadyHandler,
    RecordCopyFailedHandler,
    GrantDownloadHandler,
    ListPurchasesHandler,
    GetDownloadAccessHandler,
    ListRecentDownloadsHandler,
    CountPurchaseStatesHandler,
    HasAccessHandler,
    GetReceiptHandler,
    ListMarkedPurchasesHandler,
    ListUnmarkedCopiesHandler,
    FindOrphanCopiesHandler,
    ClaimGuestPurchasesHandler,
    GetGuestAddressHandler,
    AnonymiseBuyerHandler,
    PurgeAbandonedOrdersHandler,
    ApplyLatePaymentEventHandler,
    PollStripeEventsHandler,
    IssueInvoiceHandler,
    RecordDeclineHandler,
    ClosePaymentHandler,
    RecordRefundFailureHandler,
    RecordDisputeHandler,
    RecordInvoiceWrittenHandler,
    RecordRefundHandler,
    RefundPaymentHandler,
    RenewLinkHandler,
    RepeatRefundsHandler,
    RequestRefundHandler,
    GetCopyReadyMailHandler,
    GetInvoiceHandler,
    GetInvoiceDataHandler,
    GetRefundMailHandler,
    ListAllPurchasesHandler,
    ListFilesToDeliverHandler,
    ListInvoicesHandler,
    ReceiveWithdrawalHandler,
    DecideWithdrawalHandler,
    RecordWithdrawalReceiptSentHandler,
    PurgeWithdrawalsHandler,
    GetWithdrawalMailHandler,
    ListWithdrawalsHandler,
  ],
  exports: [CardPayments],
})
export class PurchasesModule {}
