import { domainEvent } from '../platform/events/domain-event.js';

/** A user requests an archive of their data. */
export class ExportRequested extends domainEvent('privacy.export-requested', 'requestId') {}

/** The archive is stored. */
export class ExportBuilt extends domainEvent('privacy.export-built', 'requestId') {}

/** A user withdraws the consent to marketing mails. `withdrawnAt` separates earlier consents from later ones. */
export class MarketingConsentWithdrawn extends domainEvent(
  'privacy.marketing-consent-withdrawn',
  'userId',
  'withdrawnAt',
) {}

/**
 * A user requests the deletion of their account and enters no password, so a mail asks to confirm it. A mail asks to
 * confirm it.
 */
export class DeletionAsked extends domainEvent('privacy.deletion-asked', 'deletionId') {}

/** The deletion is confirmed; the owner can undo it until the erasure begins. */
export class DeletionRequested extends domainEvent('privacy.deletion-requested', 'deletionId') {}

/** The owner has undone the deletion. */
export class DeletionUndone extends domainEvent('privacy.deletion-undone', 'userId') {}

/** The time to undo the deletion is over, and the erasure starts. */
export class ErasureStarted extends domainEvent('privacy.erasure-started', 'deletionId') {}
