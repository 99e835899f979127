import { Fact } from '../platform/fact.js';

/** A designer's PDF has arrived in the storage; nobody has looked at it yet. */
export class MasterUploaded extends Fact {
  static override readonly type = 'catalogue.master-uploaded';
  constructor(readonly fileId: string) {
    super();
  }
}
