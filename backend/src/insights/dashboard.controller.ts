import { Controller, Get, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { SignedInAdmin } from '../platform/http/viewer.js';
import { Dashboard } from './insights.contract.js';
import { GetDashboard } from './queries/get-dashboard.js';
import { Endpoint } from '../platform/http/cache/responses.js';

@ApiTags('insights')
@Controller('admin/dashboard')
export class DashboardController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @SignedInAdmin()
  @Header('cache-control', 'no-store')
  @Endpoint('The figures of the shop, for administrators', 200, Dashboard)
  getDashboard() {
    return this.queries.execute(new GetDashboard());
  }
}
