import { Controller, Get, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../platform/http/cache/responses.js';
import { SignedInAdmin } from '../platform/http/viewer.js';
import { Operations } from './health.contract.js';
import { GetOperations } from './queries/get-operations.js';

@ApiTags('operations')
@SignedInAdmin()
@Controller('admin/operations')
export class OperationsController {
  constructor(private readonly queries: QueryBus) {}

  /** Responds with 200 also when a part is down. Only without the database the request fails, because sessions are stored there. */
  @Get()
  @Header('cache-control', 'no-store')
  @Answers(200, Operations)
  @ApiOperation({ summary: 'The health of services, queues, jobs and schedules' })
  getOperations() {
    return this.queries.execute(new GetOperations());
  }
}
