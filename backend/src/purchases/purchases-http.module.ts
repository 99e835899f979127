import { Module } from '@nestjs/common';
import { BooksController } from './books/books.controller.js';
import { AdminPurchasesController } from './orders/admin-purchases.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PurchasesController } from './orders/purchases.controller.js';
import { PurchasesModule } from './purchases.module.js';
import { TaxController } from './tax/tax.controller.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';

@Module({
  imports: [PurchasesModule],
  controllers: [
    PaymentsController,
    PurchasesController,
    AdminPurchasesController,
    TaxController,
    WithdrawalsController,
    BooksController,
  ],
})
export class PurchasesHttpModule {}
