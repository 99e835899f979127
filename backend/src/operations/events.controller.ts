import { Body, Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { IdParam } from '../platform/http/id-param.js';
import { Limit } from '../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../platform/http/viewer.js';
import { DiscardJob } from './commands/discard-job.js';
import { ReplayDeadLetters } from './commands/replay-dead-letters.js';
import { ReplayJob } from './commands/replay-job.js';
import {
  JobExecutionChange,
  DiscardForm,
  EventDetail,
  EventFilters,
  EventPage,
  EventsReplayed,
  ReplayForm,
} from './events.contract.js';
import { GetEvent } from './queries/get-event.js';
import { ListEvents } from './queries/list-events.js';

const EventId = () => IdParam('id', 'EVENT_NOT_FOUND', 'Event');

@ApiTags('operations')
@SignedInAdmin()
@Controller('admin/events')
export class EventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Endpoint('Search recorded events and their job executions', 200, EventPage)
  @Fails('400 VALIDATION_FAILED')
  listEvents(@Query() filters: EventFilters) {
    return this.queries.execute(new ListEvents(filters));
  }

  @Post('replay')
  @Limit('admin')
  @Endpoint('Replay all dead letters that match the filters', 200, EventsReplayed)
  @Fails('400 VALIDATION_FAILED')
  replayDeadLetters(@Body() filters: ReplayForm, @CurrentViewer() { id }: Viewer) {
    return this.commands.execute(new ReplayDeadLetters(filters, id));
  }

  @Get(':id')
  @Header('cache-control', 'no-store')
  @Endpoint('One recorded event with its job executions', 200, EventDetail)
  @Fails('404 EVENT_NOT_FOUND')
  getEvent(@EventId() id: string) {
    return this.queries.execute(new GetEvent(id));
  }

  @Post(':id/deliveries/:job/replay')
  @Limit('admin')
  @ApiParam({ name: 'job', example: 'personalise-copy' })
  @Endpoint('Replay a dead letter', 200, JobExecutionChange)
  @Fails('404 EVENT_NOT_FOUND', '404 DELIVERY_NOT_FOUND', '409 DELIVERY_NOT_DEAD', '409 DELIVERY_DISCARDED')
  replayJob(@EventId() id: string, @Param('job') job: string, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new ReplayJob(id, job, viewer.id));
  }

  @Post(':id/deliveries/:job/discard')
  @Limit('admin')
  @ApiParam({ name: 'job', example: 'personalise-copy' })
  @Endpoint('Discard a dead letter permanently, with a reason', 200, JobExecutionChange)
  @Fails('400 VALIDATION_FAILED', '404 EVENT_NOT_FOUND', '404 DELIVERY_NOT_FOUND', '409 DELIVERY_NOT_DEAD')
  discardJob(
    @EventId() id: string,
    @Param('job') job: string,
    @Body() { reason }: DiscardForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.commands.execute(new DiscardJob(id, job, viewer.id, reason));
  }
}
