import { Module } from '@nestjs/common';
import { AdminPurchasesController } from './orders/admin-purchases.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PurchasesController } from './orders/purchases.controller.js';
import { PurchasesModule } from './purchases.module.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';

@Module({
  imports: [PurchasesModule],
  controllers: [PaymentsController, PurchasesController, AdminPurchasesController, WithdrawalsController],
})
export class PurchasesHttpModule {}
