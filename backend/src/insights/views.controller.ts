import { Body, Controller, Headers, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { IdParam } from '../platform/http/id-param.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, MaybeSignedIn, type Viewer } from '../platform/http/viewer.js';
import { RecordView } from './commands/record-view.js';
import { ViewRecord } from './insights.contract.js';

@ApiTags('insights')
@Controller('patterns')
export class ViewsController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':id/view')
  @Limit('view')
  @MaybeSignedIn()
  @Endpoint('Count a view, once per session and half hour', 202)
  @Fails('400 VALIDATION_FAILED', '404 PATTERN_NOT_FOUND')
  recordView(
    @IdParam('id', 'PATTERN_NOT_FOUND', 'Pattern') id: string,
    @Body() { session_id, referrer }: ViewRecord,
    @CurrentViewer() viewer: Viewer | null,
    @Headers('user-agent') userAgent = '',
  ) {
    return this.commands.execute(
      new RecordView(id, {
        sessionId: session_id,
        referrer: referrer ?? null,
        userAgent,
        viewerId: viewer?.id ?? null,
      }),
    );
  }
}
