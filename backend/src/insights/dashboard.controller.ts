import { Controller, Get, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../platform/http/cache/responses.js';
import { SignedInAdmin } from '../platform/http/viewer.js';
import { Dashboard } from './insights.contract.js';
import { GetDashboard } from './queries/get-dashboard.js';

@ApiTags('insights')
@Controller('admin/dashboard')
export class DashboardController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @SignedInAdmin()
  @Header('cache-control', 'no-store')
  @Answers(200, Dashboard)
  @ApiOperation({ summary: 'The figures of the shop, for administrators' })
  getDashboard() {
    return this.queries.execute(new GetDashboard());
  }
}
