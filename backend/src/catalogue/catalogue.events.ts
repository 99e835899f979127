import { domainEvent } from '../platform/events/domain-event.js';

/** A designer has uploaded a PDF to the storage. It is not checked yet. */
export class MasterUploaded extends domainEvent('catalogue.master-uploaded', 'fileId') {}

/** A designer has uploaded a picture to the storage. It is not checked yet. */
export class PictureUploaded extends domainEvent('catalogue.picture-uploaded', 'pictureId') {}

/** A newer version of a file is on sale. Buyers of an older version are not notified yet. */
export class FileVersionReleased extends domainEvent('catalogue.file-version-released', 'fileId') {}

/** One purchase of an older version must get the new version, and the buyer must get a mail about the new version. */
export class NewVersionPromised extends domainEvent('catalogue.new-version-promised', 'fileId', 'purchaseId') {}

/** A user or a guest has reported a pattern, and the report has an address for mails. */
export class PatternReported extends domainEvent('catalogue.pattern-reported', 'reportId') {}

/** A moderator has decided about a report, or about an objection to such a decision. The report has an address for mails. */
export class ReportDecided extends domainEvent('catalogue.report-decided', 'reportId', 'decisionId') {}

/** A moderator has hidden or restored a pattern, or has kept it hidden after an objection. */
export class PatternDecided extends domainEvent('catalogue.pattern-decided', 'decisionId') {}
