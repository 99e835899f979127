import { Module } from '@nestjs/common';
import { CardPayments } from './card-payments.js';
import { AddVersionHandler } from './commands/add-version.js';
import { ApplyLateReportHandler } from './commands/apply-late-report.js';
import { CancelPurchaseHandler } from './commands/cancel-purchase.js';
import { CatchUpReportsHandler } from './commands/catch-up-reports.js';
import { CheckPaymentNowHandler } from './commands/check-payment-now.js';
import { ClaimGuestPurchasesHandler } from './commands/claim-guest-purchases.js';
import { ClosePaymentHandler } from './commands/close-payment.js';
import { CompletePurchaseHandler } from './commands/complete-purchase.js';
import { DecideWithdrawalHandler } from './commands/decide-withdrawal.js';
import { ForgetAbandonedOrdersHandler } from './commands/forget-abandoned-orders.js';
import { ForgetWithdrawalsHandler } from './commands/forget-withdrawals.js';
import { ForgetBuyerHandler } from './commands/forget-buyer.js';
import { GrantDownloadHandler } from './commands/grant-download.js';
import { IssueInvoiceHandler } from './commands/issue-invoice.js';
import { NoteDeclineHandler } from './commands/note-decline.js';
import { NoteRefundFailureHandler } from './commands/note-refund-failure.js';
import { ReceivePaymentReportHandler } from './commands/receive-payment-report.js';
import { ReceiveWithdrawalHandler } from './commands/receive-withdrawal.js';
import { HastenPaymentChecksHandler } from './commands/hasten-payment-checks.js';
import { RebuildPurchaseHandler } from './commands/rebuild-purchase.js';
import { RebuildPurchasesHandler } from './commands/rebuild-purchases.js';
import { ReconcilePaymentsHandler } from './commands/reconcile-payments.js';
import { RecordCopyFailedHandler } from './commands/record-copy-failed.js';
import { RecordCopyReadyHandler } from './commands/record-copy-ready.js';
import { RecordDisputeHandler } from './commands/record-dispute.js';
import { RecordInvoiceWrittenHandler } from './commands/record-invoice-written.js';
import { RecordReceiptSentHandler } from './commands/record-receipt-sent.js';
import { RecordRefundHandler } from './commands/record-refund.js';
import { RecordWithdrawalReceiptSentHandler } from './commands/record-withdrawal-receipt-sent.js';
import { RefundPaymentHandler } from './commands/refund-payment.js';
import { RenewLinkHandler } from './commands/renew-link.js';
import { RepeatRefundsHandler } from './commands/repeat-refunds.js';
import { RequestRefundHandler } from './commands/request-refund.js';
import { SettleFoundPaymentHandler } from './commands/settle-found-payment.js';
import { StartPurchaseHandler } from './commands/start-purchase.js';
import { DeclinedCards } from './declined-cards.js';
import { DownloadGrants } from './download-grants.js';
import { OpenPurchases } from './open-purchases.js';
import { FindOrphanCopiesHandler } from './queries/find-orphan-copies.js';
import { GetCopyReadyMailHandler } from './queries/get-copy-ready-mail.js';
import { GetDownloadAccessHandler } from './queries/get-download-access.js';
import { GetGuestAddressHandler } from './queries/get-guest-address.js';
import { GetInvoiceFactsHandler } from './queries/get-invoice-facts.js';
import { GetInvoiceHandler } from './queries/get-invoice.js';
import { GetNewVersionMailHandler } from './queries/get-new-version-mail.js';
import { GetReceiptHandler } from './queries/get-receipt.js';
import { GetRefundMailHandler } from './queries/get-refund-mail.js';
import { GetWithdrawalMailHandler } from './queries/get-withdrawal-mail.js';
import { CountPurchaseStatesHandler } from './queries/count-purchase-states.js';
import { HasAccessHandler } from './queries/has-access.js';
import { ListAllPurchasesHandler } from './queries/list-all-purchases.js';
import { ListFilesToDeliverHandler } from './queries/list-files-to-deliver.js';
import { ListInvoicesHandler } from './queries/list-invoices.js';
import { ListPurchasesHandler } from './queries/list-purchases.js';
import { ListRecentDownloadsHandler } from './queries/list-recent-downloads.js';
import { ListMarkedPurchasesHandler } from './queries/list-marked-purchases.js';
import { ListUnmarkedCopiesHandler } from './queries/list-unmarked-copies.js';
import { ListWithdrawalsHandler } from './queries/list-withdrawals.js';
import { ReportEffects } from './report-effects.js';

@Module({
  providers: [
    CardPayments,
    OpenPurchases,
    DeclinedCards,
    DownloadGrants,
    ReportEffects,
    AddVersionHandler,
    GetNewVersionMailHandler,
    StartPurchaseHandler,
    CompletePurchaseHandler,
    CancelPurchaseHandler,
    ReceivePaymentReportHandler,
    CheckPaymentNowHandler,
    SettleFoundPaymentHandler,
    HastenPaymentChecksHandler,
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
    ForgetBuyerHandler,
    ForgetAbandonedOrdersHandler,
    ApplyLateReportHandler,
    CatchUpReportsHandler,
    IssueInvoiceHandler,
    NoteDeclineHandler,
    ClosePaymentHandler,
    NoteRefundFailureHandler,
    RecordDisputeHandler,
    RecordInvoiceWrittenHandler,
    RecordRefundHandler,
    RefundPaymentHandler,
    RenewLinkHandler,
    RepeatRefundsHandler,
    RequestRefundHandler,
    GetCopyReadyMailHandler,
    GetInvoiceHandler,
    GetInvoiceFactsHandler,
    GetRefundMailHandler,
    ListAllPurchasesHandler,
    ListFilesToDeliverHandler,
    ListInvoicesHandler,
    ReceiveWithdrawalHandler,
    DecideWithdrawalHandler,
    RecordWithdrawalReceiptSentHandler,
    ForgetWithdrawalsHandler,
    GetWithdrawalMailHandler,
    ListWithdrawalsHandler,
  ],
  exports: [CardPayments],
})
export class PurchasesModule {}
