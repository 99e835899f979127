import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../../platform/http/viewer.js';
import { AdminPurchaseFilters, AdminPurchasePage, RefundPurchase, RefundState } from './admin.contract.js';
import { RequestRefund } from '../payments/commands/request-refund.js';
import { ListAllPurchases } from './queries/list-all-purchases.js';

@ApiTags('admin')
@SignedInAdmin()
@Controller('admin/purchases')
export class AdminPurchasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint('All purchases, for support', 200, AdminPurchasePage)
  @Fails('400 VALIDATION_FAILED')
  listAllPurchases(@Query() filters: AdminPurchaseFilters) {
    return this.queries.execute(new ListAllPurchases(filters));
  }

  @Post(':id/refund')
  @Limit('admin')
  @Endpoint('Refund a purchase', 200, RefundState)
  @Fails('400 VALIDATION_FAILED', '404 PURCHASE_NOT_FOUND', '409 NOTHING_TO_REFUND', '409 PURCHASE_NOT_PAID')
  refundPurchase(
    @IdParam('id', 'PURCHASE_NOT_FOUND', 'Purchase') id: string,
    @Body() { reason }: RefundPurchase,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.commands.execute(new RequestRefund(id, viewer.id, reason ?? null));
  }
}
