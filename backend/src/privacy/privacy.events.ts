import { domainEvent } from '../platform/events/domain-event.js';

/** A user has requested an archive of their data. */
export class ExportRequested extends domainEvent('privacy.export-requested', 'requestId') {}

/** The archive of a user's data is stored, and the user can download it. */
export class ExportBuilt extends domainEvent('privacy.export-built', 'requestId') {}

/**
 * A user has withdrawn the consent to marketing mails. A newsletter subscription confirmed after `withdrawnAt` continues.
 */
export class MarketingConsentWithdrawn extends domainEvent(
  'privacy.marketing-consent-withdrawn',
  'userId',
  'withdrawnAt',
) {}

/** A user has requested the deletion of their account without a password. A mail asks the user to confirm the deletion. */
export class DeletionAsked extends domainEvent('privacy.deletion-asked', 'deletionId') {}

/** A deletion was confirmed by password or by mail. The owner can undo it until the erasure begins. */
export class DeletionRequested extends domainEvent('privacy.deletion-requested', 'deletionId') {}

/** The owner of an account has undone the requested deletion. */
export class DeletionUndone extends domainEvent('privacy.deletion-undone', 'userId') {}

/** The time to undo the deletion is over, and the erasure starts. */
export class ErasureStarted extends domainEvent('privacy.erasure-started', 'deletionId') {}
