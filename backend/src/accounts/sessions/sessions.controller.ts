import { Controller, Delete, Get, Header, Ip, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { EndSession } from './commands/end-session.js';
import { RevokeSessions } from './commands/revoke-sessions.js';
import { ListSessions } from './queries/list-sessions.js';
import { SessionList } from './sessions.contract.js';

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
  @Endpoint('The open sessions of the signed-in user', 200, SessionList)
  listSessions(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListSessions(viewer.id, viewer.sessionId));
  }

  @Post('end-others')
  @Endpoint('End all sessions of the signed-in user except the current one', 200)
  endOthers(@CurrentViewer() { id, sessionId }: Viewer, @Ip() ip: string) {
    return this.commands.execute(new RevokeSessions(id, sessionId, ip));
  }

  @Delete(':id')
  @Endpoint('End one session of the signed-in user', 200)
  @Fails('404 SESSION_NOT_FOUND')
  endSession(
    @CurrentViewer() viewer: Viewer,
    @IdParam('id', 'SESSION_NOT_FOUND', 'Session') id: string,
    @Ip() ip: string,
  ) {
    return this.commands.execute(new EndSession(viewer.id, id, ip));
  }
}
