import { DomainEvent } from '../platform/events/domain-event.js';

/** A designer's PDF has arrived in the storage; nobody has looked at it yet. */
export class MasterUploaded extends DomainEvent {
  static override readonly type = 'catalogue.master-uploaded';
  constructor(readonly fileId: string) {
    super();
  }
}

/** A designer's picture has arrived in the storage; nobody has looked at it yet. */
export class PictureUploaded extends DomainEvent {
  static override readonly type = 'catalogue.picture-uploaded';
  constructor(readonly pictureId: string) {
    super();
  }
}

/** A newer version of a file can be sold; whoever bought an older one does not know yet. */
export class FileVersionReleased extends DomainEvent {
  static override readonly type = 'catalogue.file-version-released';
  constructor(readonly fileId: string) {
    super();
  }
}

/** One buyer of an older version shall get the new one, and a word about it. */
export class NewVersionPromised extends DomainEvent {
  static override readonly type = 'catalogue.new-version-promised';
  constructor(
    readonly fileId: string,
    readonly purchaseId: string,
  ) {
    super();
  }
}
