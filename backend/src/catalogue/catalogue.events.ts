import { domainEvent } from '../platform/events/domain-event.js';

/** A designer has uploaded a PDF to the storage. It is not checked yet. */
export class MasterUploaded extends domainEvent('catalogue.master-uploaded', 'fileId') {}

/** A designer has uploaded a picture to the storage. It is not checked yet. */
export class PictureUploaded extends domainEvent('catalogue.picture-uploaded', 'pictureId') {}

/** A newer version of a file is on sale. Buyers of an older version are not notified yet. */
export class FileVersionReleased extends domainEvent('catalogue.file-version-released', 'fileId') {}

/** A new version must be sent to one buyer of an older version, with a mail about it. */
export class NewVersionPromised extends domainEvent('catalogue.new-version-promised', 'fileId', 'purchaseId') {}
