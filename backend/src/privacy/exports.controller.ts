import { Controller, Get, Header, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
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
  @Answers(202, ExportStarted)
  @Fails('429 EXPORT_TOO_SOON')
  @ApiOperation({ summary: 'Request an archive of all own data' })
  requestExport(@CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RequestExport(viewer.id, viewer.language));
  }

  @Get('status')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Answers(200, ExportStatus)
  @Fails('404 EXPORT_NOT_FOUND')
  @ApiOperation({ summary: 'State of the archive of own data, and its download URL' })
  getExportStatus(@Query() { requestId }: ExportChoice, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetExportStatus(viewer.id, requestId ?? null));
  }
}
