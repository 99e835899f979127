import { Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { EndSession } from './commands/end-session.js';
import { RevokeSessions } from './commands/revoke-sessions.js';
import { ListSessions } from './queries/list-sessions.js';
import { SessionList } from './sessions.contract.js';

/** Tolerance for the clocks of two replicas: includes sessions that were opened a moment ago. */
const CLOCKS_MS = 60_000;

@ApiTags('accounts')
@Controller('auth/sessions')
@SignedIn()
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Answers(200, SessionList)
  @ApiOperation({ summary: 'Where the own account is signed in' })
  listSessions(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListSessions(viewer.id, viewer.sessionId));
  }

  @Post('end-others')
  @Answers(200)
  @ApiOperation({ summary: 'End every own session except the current one' })
  endOthers(@CurrentViewer() { id, sessionId }: Viewer) {
    const before = new Date(Date.now() + CLOCKS_MS);
    return this.commands.execute(new RevokeSessions(id, sessionId, 'ended-by-owner', before));
  }

  @Delete(':id')
  @Answers(200)
  @Fails('404 SESSION_NOT_FOUND')
  @ApiOperation({ summary: 'End one of the own sessions' })
  endSession(@CurrentViewer() viewer: Viewer, @Param('id', IdParam('SESSION_NOT_FOUND', 'Session')) id: string) {
    return this.commands.execute(new EndSession(viewer.id, id));
  }
}
