import { Body, Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
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

const EventId = () => Param('id', IdParam('EVENT_NOT_FOUND', 'Event'));

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
  @Answers(200, EventPage)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Search recorded events and their job executions' })
  listEvents(@Query() filters: EventFilters) {
    return this.queries.execute(new ListEvents(filters));
  }

  @Post('replay')
  @Limit('admin')
  @Answers(200, EventsReplayed)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Replay all dead letters that match the filters' })
  replayDeadLetters(@Body() choice: ReplayForm, @CurrentViewer() { id }: Viewer) {
    return this.commands.execute(new ReplayDeadLetters(choice, id));
  }

  @Get(':id')
  @ApiParam({ name: 'id', format: 'uuid' })
  @Header('cache-control', 'no-store')
  @Answers(200, EventDetail)
  @Fails('404 EVENT_NOT_FOUND')
  @ApiOperation({ summary: 'One recorded event with its job executions' })
  getEvent(@EventId() id: string) {
    return this.queries.execute(new GetEvent(id));
  }

  @Post(':id/deliveries/:job/replay')
  @Limit('admin')
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'job', example: 'personalise-copy' })
  @Answers(200, JobExecutionChange)
  @Fails('404 EVENT_NOT_FOUND', '404 DELIVERY_NOT_FOUND', '409 DELIVERY_NOT_DEAD', '409 DELIVERY_DISCARDED')
  @ApiOperation({ summary: 'Replay a dead letter' })
  replayJob(@EventId() id: string, @Param('job') job: string, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new ReplayJob(id, job, viewer.id));
  }

  @Post(':id/deliveries/:job/discard')
  @Limit('admin')
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiParam({ name: 'job', example: 'personalise-copy' })
  @Answers(200, JobExecutionChange)
  @Fails('400 VALIDATION_FAILED', '404 EVENT_NOT_FOUND', '404 DELIVERY_NOT_FOUND', '409 DELIVERY_NOT_DEAD')
  @ApiOperation({ summary: 'Discard a dead letter permanently, with a reason' })
  discardJob(
    @EventId() id: string,
    @Param('job') job: string,
    @Body() { reason }: DiscardForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    return this.commands.execute(new DiscardJob(id, job, viewer.id, reason));
  }
}
