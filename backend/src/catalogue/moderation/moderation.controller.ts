import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
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
} from './moderation.contract.js';
import { ListReports } from './queries/list-reports.js';

const PatternId = () => Param('id', IdParam('PATTERN_NOT_FOUND', 'Pattern'));

/** Moderators decide about patterns; orders and accounts are for administrators only. */
@ApiTags('moderation')
@SignedInModerator()
@Controller('moderation')
export class ModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('reports')
  @Answers(200, ReportPage)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Reported patterns' })
  listReports(@Query() filters: ReportFilters, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListReports({ ...filters, lang: filters.lang ?? viewer.language }, viewer.role));
  }

  @Post('reports/:id/resolve')
  @Limit('admin')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, ReportResolved)
  @Fails('400 VALIDATION_FAILED', '404 REPORT_NOT_FOUND', '409 REPORT_RESOLVED', '409 PATTERN_NOT_PUBLISHED')
  @ApiOperation({ summary: 'Close a report with a decision' })
  resolveReport(
    @Param('id', IdParam('REPORT_NOT_FOUND', 'Report')) id: string,
    @Body() { decision, note }: ResolveForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.commands.execute(new ResolveReport(id, viewer.id, decision, note || null));
  }

  @Post('patterns/:id/hide')
  @Limit('admin')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PatternModerated)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  @ApiOperation({ summary: 'Hide a pattern' })
  hidePattern(@PatternId() id: string, @Body() { reason }: HideForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new HidePattern(id, viewer.id, reason));
  }

  @Post('patterns/:id/restore')
  @Limit('admin')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Answers(200, PatternModerated)
  @Fails('404 PATTERN_NOT_FOUND')
  @ApiOperation({ summary: 'Restore a hidden pattern' })
  restorePattern(@PatternId() id: string, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new RestorePattern(id, viewer.id));
  }
}
