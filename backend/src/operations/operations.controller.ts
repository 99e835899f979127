import { Controller, Get, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { SignedInAdmin } from '../platform/http/viewer.js';
import { Operations } from './health.contract.js';
import { GetOperations } from './queries/get-operations.js';
import { Endpoint } from '../platform/http/cache/responses.js';

@ApiTags('operations')
@SignedInAdmin()
@Controller('admin/operations')
export class OperationsController {
  constructor(private readonly queries: QueryBus) {}

  /** Responds with 200 even when a part is down. Without the database it fails, because the session cannot be checked. */
  @Get()
  @Header('cache-control', 'no-store')
  @Endpoint('The health of services, queues, jobs and schedules', 200, Operations)
  getOperations() {
    return this.queries.execute(new GetOperations());
  }
}
