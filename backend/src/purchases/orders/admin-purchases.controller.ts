import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { invalid } from '../../platform/api-error.js';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../../platform/http/viewer.js';
import { AdminPurchaseFilters, AdminPurchasePage, RefundPurchase, RefundState } from './admin.contract.js';
import { RepeatRefund } from '../payments/commands/repeat-refund.js';
import { RequestPartialRefund } from '../payments/commands/request-partial-refund.js';
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
  @Endpoint('Refund a purchase or a part of it', 200, RefundState)
  @Fails(
    '400 VALIDATION_FAILED',
    '404 PURCHASE_NOT_FOUND',
    '409 NOTHING_TO_REFUND',
    '409 PURCHASE_NOT_PAID',
    '409 REFUND_CHANGED',
  )
  refundPurchase(
    @IdParam('id', 'PURCHASE_NOT_FOUND', 'Purchase') id: string,
    @Body() body: RefundPurchase,
    @CurrentViewer() viewer: Viewer,
  ) {
    const { requestId = null, amountCents = null, refundedCents = null } = body;
    const reason = body.reason || null;
    if (requestId !== null) {
      if (amountCents !== null) throw invalid('requestId', 'requestId excludes amountCents');
      return this.commands.execute(new RepeatRefund(id, requestId, viewer.id));
    }
    if (amountCents === null) return this.commands.execute(new RequestRefund(id, viewer.id, reason));
    if (refundedCents === null) throw invalid('refundedCents', 'refundedCents is required with amountCents');
    if (reason === null) throw invalid('reason', 'reason is required with amountCents');
    return this.commands.execute(new RequestPartialRefund(id, viewer.id, reason, amountCents, refundedCents));
  }
}
