import { Body, Controller, Get, Ip, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, MaybeSignedIn, SignedInAdmin, type Viewer } from '../../platform/http/viewer.js';
import { DecideWithdrawal } from './commands/decide-withdrawal.js';
import { ReceiveWithdrawal } from './commands/receive-withdrawal.js';
import { ListWithdrawals } from './queries/list-withdrawals.js';
import {
  AdminWithdrawalPage,
  DecideForm,
  DeclareWithdrawal,
  WithdrawalDecided,
  WithdrawalFilters,
  WithdrawalReceipt,
} from './withdrawals.contract.js';

@Controller()
export class WithdrawalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('withdrawals')
  @ApiTags('purchases')
  @Limit('withdrawal')
  @MaybeSignedIn()
  @Endpoint('Withdraw from a contract, with or without an account', 202, WithdrawalReceipt)
  @Fails('400 VALIDATION_FAILED', '429 TOO_MANY_REQUESTS')
  declareWithdrawal(@Body() body: DeclareWithdrawal, @CurrentViewer() viewer: Viewer | null, @Ip() ip: string) {
    return this.commands.execute(
      new ReceiveWithdrawal({
        name: body.name,
        email: body.email,
        contract: body.order_number,
        locale: body.locale ?? viewer?.language ?? 'de',
        userId: viewer?.id ?? null,
        proof: body.proof ?? null,
        ip,
      }),
    );
  }

  @Get('admin/withdrawals')
  @ApiTags('admin')
  @SignedInAdmin()
  @Endpoint('Declared withdrawals and their outcomes', 200, AdminWithdrawalPage)
  @Fails('400 VALIDATION_FAILED')
  listWithdrawals(@Query() filters: WithdrawalFilters) {
    return this.queries.execute(new ListWithdrawals(filters));
  }

  @Post('admin/withdrawals/:id/decide')
  @ApiTags('admin')
  @SignedInAdmin()
  @Limit('admin')
  @Endpoint('Decide a withdrawal that needs a review', 200, WithdrawalDecided)
  @Fails(
    '400 VALIDATION_FAILED',
    '404 WITHDRAWAL_NOT_FOUND',
    '409 WITHDRAWAL_DECIDED',
    '409 NOTHING_TO_REFUND',
    '409 PURCHASE_NOT_PAID',
  )
  decideWithdrawal(
    @IdParam('id', 'WITHDRAWAL_NOT_FOUND', 'Withdrawal') id: string,
    @Body() { decision, note }: DecideForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.commands.execute(new DecideWithdrawal(id, viewer.id, decision, note || null));
  }
}
