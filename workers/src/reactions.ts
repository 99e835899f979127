import { EmailVerified, VerificationRequested } from '#backend/accounts/accounts.events.js';
import { MasterUploaded } from '#backend/catalogue/catalogue.events.js';
import type { QueueName } from '#backend/platform/queues.js';
import { PurchaseCompleted } from '#backend/purchases/purchases.events.js';
import { SendVerification } from './accounts/send-verification.js';
import { PrepareMaster } from './catalogue/prepare-master.js';
import { RollUpViewsJob } from './insights/roll-up-views.js';
import { ClaimPurchase } from './purchases/claim-purchase.js';
import { ClaimPurchases } from './purchases/claim-purchases.js';
import { PersonaliseCopy } from './purchases/personalise-copy.js';
import { ReconcilePaymentsJob } from './purchases/reconcile-payments.js';
import { SendReceipt } from './purchases/send-receipt.js';
import { every, on } from './runtime/job.js';

/** Mail is worth a day of patience: twelve tries 0.5 s, 1 s, 2 s … apart, and rounds of the reconciler after them. */
const PATIENT = { queue: 'mail', attempts: 12, backoffMs: 500, deadlineMs: 45_000 } as const;

/** The whole asynchronous half of the shop: which fact leads to which job. */
export const reactions = [
  on(PurchaseCompleted, 'send-receipt', SendReceipt, PATIENT),
  on(PurchaseCompleted, 'personalise-copy', PersonaliseCopy, { queue: 'documents', deadlineMs: 120_000 }),
  on(PurchaseCompleted, 'claim-purchase', ClaimPurchase, { queue: 'payments' }),
  on(EmailVerified, 'claim-purchases', ClaimPurchases, { queue: 'payments' }),
  on(MasterUploaded, 'prepare-master', PrepareMaster, { queue: 'masters', attempts: 3, deadlineMs: 300_000 }),
  on(VerificationRequested, 'send-verification', SendVerification, PATIENT),
];

export const schedules = [
  every(5_000, 'roll-up-views', RollUpViewsJob, 'views'),
  every(60_000, 'reconcile-payments', ReconcilePaymentsJob, 'payments'),
];

/** Jobs of one queue that a process works on at once. */
export const CONCURRENCY: Record<QueueName, number> = {
  documents: 4,
  masters: 2,
  mail: 4,
  views: 1,
  payments: 1,
  privacy: 1,
};
