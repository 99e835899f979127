import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/answers.js';
import { Limit } from '../platform/http/limits.js';
import { CurrentViewer, MaybeSignedIn, SignedInAdmin, type Viewer } from '../platform/http/viewer.js';
import { ReceiveWithdrawal } from './commands/receive-withdrawal.js';
import { ListWithdrawals } from './queries/list-withdrawals.js';
import {
  AdminWithdrawalPage,
  DeclareWithdrawal,
  WithdrawalFilters,
  WithdrawalReceived,
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
  @Answers(202, WithdrawalReceived)
  @Fails('400 VALIDATION_FAILED', '429 TOO_MANY_REQUESTS')
  declareWithdrawal(@Body() body: DeclareWithdrawal, @CurrentViewer() viewer: Viewer | null) {
    return this.commands.execute(
      new ReceiveWithdrawal({
        name: body.name,
        email: body.email,
        contract: body.order_number,
        locale: body.locale ?? viewer?.language ?? 'de',
        userId: viewer?.id ?? null,
      }),
    );
  }

  @Get('admin/withdrawals')
  @ApiTags('admin')
  @SignedInAdmin()
  @Answers(200, AdminWithdrawalPage)
  @Fails('400 VALIDATION_FAILED')
  listWithdrawals(@Query() filters: WithdrawalFilters) {
    return this.queries.execute(new ListWithdrawals(filters));
  }
}
