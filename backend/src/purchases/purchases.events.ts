import { Fact } from '../platform/fact.js';

/** The money has arrived (or the pattern is free): the buyer is owed a receipt and a personal copy. */
export class PurchaseCompleted extends Fact {
  static override readonly type = 'purchases.purchase-completed';
  constructor(readonly purchaseId: string) {
    super();
  }
}
