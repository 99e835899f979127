import { Module } from '@nestjs/common';
import { ContractTexts } from '../legal/legal.writes.js';
import { CardPayments } from './payments/card-payments.js';
import { DeclinedCards } from './payments/declined-cards.js';
import { DownloadGrants } from './downloads/download-grants.js';
import { OrderDelivery } from './orders/order-delivery.js';
import { PendingPurchases } from './orders/pending-purchases.js';
import { AutomaticRefunds } from './withdrawals/automatic-refunds.js';
import { SalePlaces } from './tax/sale-places.js';
import * as handlers from './purchases.handlers.js';

@Module({
  providers: [
    ...Object.values(handlers),
    CardPayments,
    PendingPurchases,
    OrderDelivery,
    AutomaticRefunds,
    SalePlaces,
    ContractTexts,
    DeclinedCards,
    DownloadGrants,
  ],
  exports: [CardPayments],
})
export class PurchasesModule {}
