import { DomainEvent } from '../platform/events/domain-event.js';

/** A designer's PDF is in the storage and not checked yet. */
export class MasterUploaded extends DomainEvent {
  static override readonly type = 'catalogue.master-uploaded';
  constructor(readonly fileId: string) {
    super();
  }
}

/** A designer's picture is in the storage and not checked yet. */
export class PictureUploaded extends DomainEvent {
  static override readonly type = 'catalogue.picture-uploaded';
  constructor(readonly pictureId: string) {
    super();
  }
}

/** A newer version of a file is on sale; buyers of an older version are not notified yet. */
export class FileVersionReleased extends DomainEvent {
  static override readonly type = 'catalogue.file-version-released';
  constructor(readonly fileId: string) {
    super();
  }
}

/** One buyer of an older version is to get the new one and a mail about it. */
export class NewVersionPromised extends DomainEvent {
  static override readonly type = 'catalogue.new-version-promised';
  constructor(
    readonly fileId: string,
    readonly purchaseId: string,
  ) {
    super();
  }
}
