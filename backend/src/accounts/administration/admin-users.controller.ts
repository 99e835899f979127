import { Body, Controller, Get, Header, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../../platform/http/viewer.js';
import { UserAnswer } from '../accounts.contract.js';
import {
  RoleForm,
  SessionsEnded,
  SuspensionForm,
  SuspensionState,
  UserFilters,
  UserPage,
} from './admin-users.contract.js';
import { ChangeRole } from './commands/change-role.js';
import { EndUserSessions } from './commands/end-user-sessions.js';
import { RestoreAccount } from './commands/restore-account.js';
import { SuspendAccount } from './commands/suspend-account.js';
import { ListUsers } from './queries/list-users.js';

const USER = IdParam('USER_NOT_FOUND', 'User');

@ApiTags('accounts')
@Controller('admin/users')
@SignedInAdmin()
export class AdminUsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Answers(200, UserPage)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Search accounts' })
  listUsers(@Query() filters: UserFilters) {
    return this.queries.execute(new ListUsers(filters));
  }

  @Put(':id/role')
  @Limit('admin')
  @Answers(200, UserAnswer)
  @Fails('400 VALIDATION_FAILED', '404 USER_NOT_FOUND', '409 LAST_ADMIN')
  @ApiOperation({ summary: 'Make an account a buyer, designer or administrator' })
  changeRole(
    @CurrentViewer() viewer: Viewer,
    @Param('id', IdParam('USER_NOT_FOUND', 'User')) id: string,
    @Body() { role }: RoleForm,
  ) {
    return this.commands.execute(new ChangeRole(viewer.id, id, role));
  }

  @Post(':userId/suspend')
  @Limit('admin')
  @Answers(200, SuspensionState)
  @Fails('400 VALIDATION_FAILED', '404 USER_NOT_FOUND', '409 OWN_ACCOUNT', '409 LAST_ADMIN')
  @ApiOperation({
    summary: 'Suspend an account: its sessions end, it opens no new one, and its patterns are not for sale',
  })
  suspend(@CurrentViewer() viewer: Viewer, @Param('userId', USER) id: string, @Body() { reason }: SuspensionForm) {
    return this.commands.execute(new SuspendAccount(viewer.id, id, reason));
  }

  @Post(':userId/restore')
  @Limit('admin')
  @Answers(200, SuspensionState)
  @Fails('404 USER_NOT_FOUND')
  @ApiOperation({ summary: 'Lift the suspension of an account' })
  restore(@CurrentViewer() viewer: Viewer, @Param('userId', USER) id: string) {
    return this.commands.execute(new RestoreAccount(viewer.id, id));
  }

  @Post(':userId/end-sessions')
  @Limit('admin')
  @Answers(200, SessionsEnded)
  @Fails('404 USER_NOT_FOUND')
  @ApiOperation({ summary: 'End every session of an account' })
  endSessions(@CurrentViewer() viewer: Viewer, @Param('userId', USER) id: string) {
    return this.commands.execute(new EndUserSessions(viewer.id, id));
  }
}
