import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInModerator, type Viewer } from '../../platform/http/viewer.js';
import { HidePattern } from './commands/hide-pattern.js';
import { ResolveReport } from './commands/resolve-report.js';
import { RestorePattern } from './commands/restore-pattern.js';
import {
  HideForm,
  PatternModerated,
  ReportFilters,
  ReportPage,
  ReportResolved,
  ResolveForm,
  RestoreForm,
} from './moderation.contract.js';
import { ListReports } from './queries/list-reports.js';

const PatternId = () => IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern');

/** Moderators decide only about patterns. Only administrators see orders and accounts. */
@ApiTags('moderation')
@SignedInModerator()
@Controller('moderation')
export class ModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('reports')
  @Endpoint('Reported patterns', 200, ReportPage)
  @Fails('400 VALIDATION_FAILED')
  listReports(@Query() filters: ReportFilters, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListReports({ ...filters, lang: filters.lang ?? viewer.language }, viewer.role));
  }

  @Post('reports/:id/resolve')
  @Limit('admin')
  @Endpoint('Close a report with a decision', 200, ReportResolved)
  @Fails('400 VALIDATION_FAILED', '404 REPORT_NOT_FOUND', '409 REPORT_RESOLVED', '409 PATTERN_NOT_PUBLISHED')
  resolveReport(
    @IdParam('id', 'REPORT_NOT_FOUND', 'Report') id: string,
    @Body() { decision, note, ground, clause }: ResolveForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    const resolution = { decision, note: note || null, ground: ground ?? null, clause: clause || null };
    return this.commands.execute(new ResolveReport(id, viewer.id, resolution));
  }

  @Post('patterns/:id/hide')
  @Limit('admin')
  @Endpoint('Hide a pattern', 200, PatternModerated)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  hidePattern(@PatternId() id: string, @Body() { reason, ground, clause }: HideForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new HidePattern(id, viewer.id, { reason, ground, clause }));
  }

  @Post('patterns/:id/restore')
  @Limit('admin')
  @Endpoint('Restore a hidden pattern', 200, PatternModerated)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  restorePattern(@PatternId() id: string, @Body() { reason }: RestoreForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RestorePattern(id, viewer.id, reason));
  }
}
