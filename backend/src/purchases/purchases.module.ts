import { Module } from '@nestjs/common';
import { CardPayments } from './card-payments.js';
import { CancelPurchaseHandler } from './commands/cancel-purchase.js';
import { ClaimGuestPurchasesHandler } from './commands/claim-guest-purchases.js';
import { CompletePurchaseHandler } from './commands/complete-purchase.js';
import { GrantDownloadHandler } from './commands/grant-download.js';
import { ReceivePaymentReportHandler } from './commands/receive-payment-report.js';
import { ReconcilePaymentsHandler } from './commands/reconcile-payments.js';
import { RecordCopyFailedHandler } from './commands/record-copy-failed.js';
import { RecordCopyReadyHandler } from './commands/record-copy-ready.js';
import { RecordReceiptSentHandler } from './commands/record-receipt-sent.js';
import { StartPurchaseHandler } from './commands/start-purchase.js';
import { DownloadGrants } from './download-grants.js';
import { OpenPurchases } from './open-purchases.js';
import { PaymentsController } from './payments.controller.js';
import { PurchasesController } from './purchases.controller.js';
import { GetDownloadAccessHandler } from './queries/get-download-access.js';
import { GetGuestAddressHandler } from './queries/get-guest-address.js';
import { GetReceiptHandler } from './queries/get-receipt.js';
import { HasAccessHandler } from './queries/has-access.js';
import { ListPurchasesHandler } from './queries/list-purchases.js';
import { ListRecentDownloadsHandler } from './queries/list-recent-downloads.js';
import { ListUnmarkedCopiesHandler } from './queries/list-unmarked-copies.js';

@Module({
  controllers: [PaymentsController, PurchasesController],
  providers: [
    CardPayments,
    OpenPurchases,
    DownloadGrants,
    StartPurchaseHandler,
    CompletePurchaseHandler,
    CancelPurchaseHandler,
    ReceivePaymentReportHandler,
    ReconcilePaymentsHandler,
    RecordReceiptSentHandler,
    RecordCopyReadyHandler,
    RecordCopyFailedHandler,
    GrantDownloadHandler,
    ListPurchasesHandler,
    GetDownloadAccessHandler,
    ListRecentDownloadsHandler,
    HasAccessHandler,
    GetReceiptHandler,
    ListUnmarkedCopiesHandler,
    ClaimGuestPurchasesHandler,
    GetGuestAddressHandler,
  ],
})
export class PurchasesModule {}
