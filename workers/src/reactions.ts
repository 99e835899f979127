import {
  AccountRestored,
  AccountSuspended,
  MailboxProven,
  PasswordChanged,
  PasswordResetRequested,
  SecondFactorChanged,
  VerificationRequested,
} from '#backend/accounts/accounts.events.js';
import {
  FileVersionReleased,
  MasterUploaded,
  NewVersionPromised,
  PatternDecided,
  PatternReported,
  PictureUploaded,
  ReportDecided,
} from '#backend/catalogue/catalogue.events.js';
import { NewsletterConfirmed, NewsletterRequested } from '#backend/newsletter/newsletter.events.js';
import {
  DeletionAsked,
  DeletionRequested,
  DeletionUndone,
  ErasureStarted,
  ExportBuilt,
  ExportRequested,
  MarketingConsentWithdrawn,
} from '#backend/privacy/privacy.events.js';
import {
  CopiesMade,
  DeliveryBegun,
  InvoiceDeleted,
  InvoiceIssued,
  PartialRefundRecorded,
  PartialRefundRequested,
  PaymentBlocked,
  PurchaseCompleted,
  PurchaseLost,
  PurchaseRefunded,
  RefundRequested,
  WithdrawalReceived,
} from '#backend/purchases/purchases.events.js';
import { PurgeEndedAccess } from '#backend/accounts/sessions/commands/purge-ended-access.js';
import { FanOutNewVersion } from '#backend/catalogue/files/commands/fan-out-new-version.js';
import { ApplySuspension } from '#backend/catalogue/moderation/commands/apply-suspension.js';
import { PurgeNotifiers } from '#backend/catalogue/moderation/commands/purge-notifiers.js';
import { PurgeViews } from '#backend/insights/commands/purge-views.js';
import { RollUpViews } from '#backend/insights/commands/roll-up-views.js';
import { PurgeSubscriptions } from '#backend/newsletter/commands/purge-subscriptions.js';
import { StartDueErasures } from '#backend/privacy/commands/start-due-erasures.js';
import { IssueInvoice } from '#backend/purchases/invoices/commands/issue-invoice.js';
import { DeliverDueOrders } from '#backend/purchases/orders/commands/deliver-due-orders.js';
import { PurgeAbandonedOrders } from '#backend/purchases/orders/commands/purge-abandoned-orders.js';
import { ClosePayment } from '#backend/purchases/payments/commands/close-payment.js';
import { PollStripeEvents } from '#backend/purchases/payments/commands/poll-stripe-events.js';
import { RefundPayment } from '#backend/purchases/payments/commands/refund-payment.js';
import { SendAccountRestored } from './accounts/send-account-restored.js';
import { SendAccountSuspended } from './accounts/send-account-suspended.js';
import { SendPasswordChanged } from './accounts/send-password-changed.js';
import { SendPasswordReset } from './accounts/send-password-reset.js';
import { SendSecondFactorChanged } from './accounts/send-second-factor-changed.js';
import { SendVerification } from './accounts/send-verification.js';
import { PurgeUploads } from './catalogue/purge-uploads.js';
import { PrepareMaster } from './catalogue/prepare-master.js';
import { PreparePicture } from './catalogue/prepare-picture.js';
import { SendNoticeDecision } from './catalogue/send-notice-decision.js';
import { SendNoticeReceipt } from './catalogue/send-notice-receipt.js';
import { SendStatement } from './catalogue/send-statement.js';
import { EndNewsletter } from './newsletter/end-newsletter.js';
import { SendNewsletterConfirmation } from './newsletter/send-newsletter-confirmation.js';
import { SendNewsletterWelcome } from './newsletter/send-newsletter-welcome.js';
import { PurgeOutboxJob } from './operations/purge-outbox.js';
import { BuildExport } from './privacy/build-export.js';
import { EraseAccountJob } from './privacy/erase-account.js';
import { PurgeExportsJob } from './privacy/purge-exports.js';
import { SendDeletionConfirmation } from './privacy/send-deletion-confirmation.js';
import { SendDeletionRequested } from './privacy/send-deletion-requested.js';
import { SendDeletionUndone } from './privacy/send-deletion-undone.js';
import { SendExportReady } from './privacy/send-export-ready.js';
import { ClaimPurchase } from './purchases/claim-purchase.js';
import { ClaimPurchases } from './purchases/claim-purchases.js';
import { DeleteDueRecordsJob } from './purchases/delete-due-records.js';
import { RemoveInvoiceFile } from './purchases/remove-invoice-file.js';
import { SendNewVersion } from './purchases/send-new-version.js';
import { PersonaliseCopy } from './purchases/personalise-copy.js';
import { RebuildPurchaseJob } from './purchases/rebuild-purchase.js';
import { ReconcilePaymentsJob } from './purchases/reconcile-payments.js';
import { SendCopyReady } from './purchases/send-copy-ready.js';
import { SendPartialRefund } from './purchases/send-partial-refund.js';
import { SendReceipt } from './purchases/send-receipt.js';
import { SendRefunded } from './purchases/send-refunded.js';
import { SendWithdrawalReceipt } from './purchases/send-withdrawal-receipt.js';
import { SweepCopiesJob } from './purchases/sweep-copies.js';
import { WriteInvoice } from './purchases/write-invoice.js';
import { every, on, runCommand } from './job.js';

/**
 * Options of mail jobs: twelve attempts with pauses of 0.5 s, 1 s, 2 s and so on. After the twelfth attempt the reconciler
 * publishes the job again until 24 hours have passed since the first failure.
 */
const MAIL = { queue: 'mail', attempts: 12, backoffMs: 500, deadlineMs: 45_000 } as const;

/** All asynchronous work of the shop: which event leads to which job. */
export const reactions = [
  on(PurchaseCompleted, 'send-receipt', SendReceipt, MAIL),
  on(PurchaseCompleted, 'personalise-copy', PersonaliseCopy, { queue: 'documents', deadlineMs: 120_000 }),
  on(PurchaseCompleted, 'claim-purchase', ClaimPurchase, { queue: 'payments' }),
  on(PurchaseCompleted, 'issue-invoice', runCommand(IssueInvoice, 'purchaseId'), { queue: 'payments' }),
  on(DeliveryBegun, 'personalise-due-copy', PersonaliseCopy, { queue: 'documents', deadlineMs: 120_000 }),
  on(PurchaseLost, 'rebuild-purchase', RebuildPurchaseJob, { queue: 'payments', attempts: 12 }),
  on(PaymentBlocked, 'close-payment', runCommand(ClosePayment, 'purchaseId'), { queue: 'payments', attempts: 12 }),
  on(CopiesMade, 'send-copy-ready', SendCopyReady, MAIL),
  on(InvoiceIssued, 'write-invoice', WriteInvoice, { queue: 'documents' }),
  on(InvoiceDeleted, 'remove-invoice-file', RemoveInvoiceFile, { queue: 'privacy' }),
  on(RefundRequested, 'refund-payment', runCommand(RefundPayment, 'purchaseId'), { queue: 'payments', attempts: 12 }),
  on(PartialRefundRequested, 'refund-part', runCommand(RefundPayment, 'purchaseId', 'requestId'), {
    queue: 'payments',
    attempts: 12,
  }),
  on(PartialRefundRecorded, 'send-partial-refund', SendPartialRefund, MAIL),
  on(PartialRefundRecorded, 'correct-invoice', runCommand(IssueInvoice, 'purchaseId'), { queue: 'payments' }),
  on(PurchaseRefunded, 'send-refunded', SendRefunded, MAIL),
  on(PurchaseRefunded, 'cancel-invoice', runCommand(IssueInvoice, 'purchaseId'), { queue: 'payments' }),
  on(WithdrawalReceived, 'send-withdrawal-receipt', SendWithdrawalReceipt, MAIL),
  on(MailboxProven, 'claim-purchases', ClaimPurchases, { queue: 'payments' }),
  on(MasterUploaded, 'prepare-master', PrepareMaster, { queue: 'masters', attempts: 3, deadlineMs: 300_000 }),
  on(PictureUploaded, 'prepare-picture', PreparePicture, { queue: 'masters', attempts: 3 }),
  on(FileVersionReleased, 'fan-out-new-version', runCommand(FanOutNewVersion, 'fileId'), { queue: 'documents' }),
  on(NewVersionPromised, 'send-new-version', SendNewVersion, { queue: 'documents', deadlineMs: 120_000 }),
  on(PatternReported, 'send-notice-receipt', SendNoticeReceipt, MAIL),
  on(ReportDecided, 'send-notice-decision', SendNoticeDecision, MAIL),
  on(PatternDecided, 'send-statement', SendStatement, MAIL),
  on(VerificationRequested, 'send-verification', SendVerification, MAIL),
  on(NewsletterRequested, 'send-newsletter-confirmation', SendNewsletterConfirmation, MAIL),
  on(NewsletterConfirmed, 'send-newsletter-welcome', SendNewsletterWelcome, MAIL),
  on(MarketingConsentWithdrawn, 'end-newsletter', EndNewsletter, { queue: 'privacy' }),
  on(PasswordResetRequested, 'send-password-reset', SendPasswordReset, MAIL),
  on(PasswordChanged, 'send-password-changed', SendPasswordChanged, MAIL),
  on(SecondFactorChanged, 'send-second-factor-changed', SendSecondFactorChanged, MAIL),
  // ApplySuspension reads whether the account is suspended now, then hides its patterns or shows them again.
  on(AccountSuspended, 'suspend-patterns', runCommand(ApplySuspension, 'userId'), { queue: 'payments' }),
  on(AccountSuspended, 'send-account-suspended', SendAccountSuspended, MAIL),
  on(AccountRestored, 'restore-patterns', runCommand(ApplySuspension, 'userId'), { queue: 'payments' }),
  on(AccountRestored, 'send-account-restored', SendAccountRestored, MAIL),
  on(ExportRequested, 'build-export', BuildExport, { queue: 'privacy', attempts: 3, deadlineMs: 300_000 }),
  on(ExportBuilt, 'send-export-ready', SendExportReady, MAIL),
  on(DeletionAsked, 'send-deletion-confirmation', SendDeletionConfirmation, MAIL),
  on(DeletionRequested, 'send-deletion-requested', SendDeletionRequested, MAIL),
  on(DeletionUndone, 'send-deletion-undone', SendDeletionUndone, MAIL),
  // While the deletion of an account is requested, guest purchases are not assigned to it. This job assigns them later.
  on(DeletionUndone, 'catch-up-claims', ClaimPurchases, { queue: 'payments' }),
  on(ErasureStarted, 'erase-account', EraseAccountJob, { queue: 'privacy', deadlineMs: 300_000 }),
];

/** All scheduled jobs, each with its interval in milliseconds. */
export const schedules = [
  every(5_000, 'roll-up-views', runCommand(RollUpViews), 'views'),
  every(3_600_000, 'purge-views', runCommand(PurgeViews), 'views'),
  every(3_600_000, 'purge-subscriptions', runCommand(PurgeSubscriptions), 'privacy'),
  every(60_000, 'reconcile-payments', ReconcilePaymentsJob, 'payments'),
  every(60_000, 'deliver-due-orders', runCommand(DeliverDueOrders), 'payments'),
  every(180_000, 'poll-stripe-events', runCommand(PollStripeEvents), 'payments'),
  every(3_600_000, 'purge-ended-access', runCommand(PurgeEndedAccess), 'privacy'),
  every(3_600_000, 'purge-abandoned-orders', runCommand(PurgeAbandonedOrders), 'privacy'),
  every(3_600_000, 'delete-due-records', DeleteDueRecordsJob, 'privacy', 300_000),
  every(86_400_000, 'purge-notifiers', runCommand(PurgeNotifiers), 'privacy'),
  every(60_000, 'start-erasures', runCommand(StartDueErasures), 'privacy'),
  every(60_000, 'purge-exports', PurgeExportsJob, 'privacy'),
  every(3_600_000, 'purge-uploads', PurgeUploads, 'masters'),
  every(86_400_000, 'purge-outbox', PurgeOutboxJob, 'privacy'),
  every(86_400_000, 'sweep-copies', SweepCopiesJob, 'documents', 300_000),
];
