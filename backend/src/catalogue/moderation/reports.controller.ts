import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { ReportPattern } from './commands/report-pattern.js';
import { ReportForm, ReportReceived } from './moderation.contract.js';

/** Every signed-in user can report a pattern, as the law requires of a marketplace. */
@ApiTags('moderation')
@SignedIn()
@Controller('patterns/:id/report')
export class ReportsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Limit('report')
  @Endpoint('Report a pattern to the moderators', 202, ReportReceived)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  async reportPattern(
    @IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string,
    @Body() { reason, text }: ReportForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    await this.commands.execute(new ReportPattern(id, viewer.id, reason, text || null));
    return { state: 'open' };
  }
}
