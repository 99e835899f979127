import { Body, Controller, Get, Header, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
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

const UserId = () => IdParam('userId', 'USER_NOT_FOUND', 'User');

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
  @Endpoint('Search accounts', 200, UserPage)
  @Fails('400 VALIDATION_FAILED')
  listUsers(@Query() filters: UserFilters) {
    return this.queries.execute(new ListUsers(filters));
  }

  @Put(':id/role')
  @Limit('admin')
  @Endpoint('Change the role of an account', 200, UserAnswer)
  @Fails('400 VALIDATION_FAILED', '404 USER_NOT_FOUND', '409 LAST_ADMIN')
  changeRole(
    @CurrentViewer() viewer: Viewer,
    @IdParam('id', 'USER_NOT_FOUND', 'User') id: string,
    @Body() { role }: RoleForm,
  ) {
    return this.commands.execute(new ChangeRole(viewer, id, role));
  }

  @Post(':userId/suspend')
  @Limit('admin')
  @Endpoint(
    'Suspend an account: end its sessions, refuse new ones and take its patterns off sale',
    200,
    SuspensionState,
  )
  @Fails('400 VALIDATION_FAILED', '404 USER_NOT_FOUND', '409 OWN_ACCOUNT', '409 LAST_ADMIN')
  suspend(@CurrentViewer() viewer: Viewer, @UserId() id: string, @Body() form: SuspensionForm) {
    return this.commands.execute(new SuspendAccount(viewer, id, form));
  }

  @Post(':userId/restore')
  @Limit('admin')
  @Endpoint('Lift the suspension of an account', 200, SuspensionState)
  @Fails('404 USER_NOT_FOUND')
  restore(@CurrentViewer() viewer: Viewer, @UserId() id: string) {
    return this.commands.execute(new RestoreAccount(viewer, id));
  }

  @Post(':userId/end-sessions')
  @Limit('admin')
  @Endpoint('End every session of an account', 200, SessionsEnded)
  @Fails('404 USER_NOT_FOUND')
  endSessions(@CurrentViewer() viewer: Viewer, @UserId() id: string) {
    return this.commands.execute(new EndUserSessions(viewer, id));
  }
}
