import { Controller, Get, Header, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { AuditLog, AuditLogChoice } from './audit-log.contract.js';
import { ListAuditLog } from './queries/list-audit-log.js';

@ApiTags('privacy')
@Controller('gdpr/audit-log')
export class AuditLogController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('The audit log of the signed-in account', 200, AuditLog)
  @Fails('400 VALIDATION_FAILED')
  listAuditLog(@Query() { page = 1, limit = 50, lang }: AuditLogChoice, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListAuditLog(viewer.id, { page, limit }, lang ?? viewer.language));
  }
}
