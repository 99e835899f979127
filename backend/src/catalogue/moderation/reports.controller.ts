import { Body, Controller, Ip, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, MaybeSignedIn, type Viewer } from '../../platform/http/viewer.js';
import { ReportAsGuest } from './commands/report-as-guest.js';
import { ReportPattern } from './commands/report-pattern.js';
import { ReportForm, ReportReceived } from './moderation.contract.js';

/** Every client can report a pattern, as the law requires of a host of other people's content (Art. 16 DSA). */
@ApiTags('moderation')
@MaybeSignedIn()
@Controller('patterns/:id/report')
export class ReportsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Limit('report')
  @Endpoint('Report a pattern to the moderators, with or without an account', 202, ReportReceived)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  async reportPattern(
    @IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string,
    @Body() { reason, text, name, email, good_faith: goodFaith = false, locale = 'de' }: ReportForm,
    @CurrentViewer() viewer: Viewer | null,
    @Ip() ip: string,
  ) {
    const notice = { reason, text: text || null, goodFaith };
    const guest = { name: name || null, email: email ?? null, locale, ip };
    const reference = await this.commands.execute(
      viewer ? new ReportPattern(id, viewer.id, notice) : new ReportAsGuest(id, notice, guest),
    );
    return { state: 'open', reference };
  }
}
