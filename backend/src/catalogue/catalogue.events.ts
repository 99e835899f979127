import { domainEvent } from '../platform/events/domain-event.js';

/** A designer's PDF is in the storage and not checked yet. */
export class MasterUploaded extends domainEvent('catalogue.master-uploaded', 'fileId') {}

/** A designer's picture is in the storage and not checked yet. */
export class PictureUploaded extends domainEvent('catalogue.picture-uploaded', 'pictureId') {}

/** A newer version of a file is on sale; buyers of an older version are not notified yet. */
export class FileVersionReleased extends domainEvent('catalogue.file-version-released', 'fileId') {}

/** One buyer of an older version is to get the new one and a mail about it. */
export class NewVersionPromised extends domainEvent('catalogue.new-version-promised', 'fileId', 'purchaseId') {}
