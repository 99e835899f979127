import { Controller, Get, Header, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { RequestExport } from './commands/request-export.js';
import { ExportChoice, ExportStarted, ExportStatus } from './export.contract.js';
import { GetExportStatus } from './queries/get-export-status.js';

@ApiTags('privacy')
@Controller('gdpr/export')
export class ExportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Limit('export')
  @SignedIn()
  @Endpoint('Request an archive of all data of the signed-in account', 202, ExportStarted)
  @Fails('429 EXPORT_TOO_SOON')
  requestExport(@CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RequestExport(viewer.id, viewer.language));
  }

  @Get('status')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('The state of a requested archive, and its download URL', 200, ExportStatus)
  @Fails('404 EXPORT_NOT_FOUND')
  getExportStatus(@Query() { requestId }: ExportChoice, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetExportStatus(viewer.id, requestId ?? null));
  }
}
