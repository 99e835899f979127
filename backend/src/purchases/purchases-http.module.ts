import { Module } from '@nestjs/common';
import { AdminPurchasesController } from './admin-purchases.controller.js';
import { PaymentsController } from './payments.controller.js';
import { PurchasesController } from './purchases.controller.js';
import { PurchasesModule } from './purchases.module.js';
import { WithdrawalsController } from './withdrawals.controller.js';

@Module({
  imports: [PurchasesModule],
  controllers: [PaymentsController, PurchasesController, AdminPurchasesController, WithdrawalsController],
})
export class PurchasesHttpModule {}
