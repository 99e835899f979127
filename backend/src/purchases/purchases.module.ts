import { Module } from '@nestjs/common';
import { CardPayments } from './payments/card-payments.js';
import { DeclinedCards } from './payments/declined-cards.js';
import { DownloadGrants } from './downloads/download-grants.js';
import { PendingPurchases } from './orders/pending-purchases.js';
import * as handlers from './purchases.handlers.js';

@Module({
  providers: [...Object.values(handlers), CardPayments, PendingPurchases, DeclinedCards, DownloadGrants],
  exports: [CardPayments],
})
export class PurchasesModule {}
