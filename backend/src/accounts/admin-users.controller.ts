import { Body, Controller, Get, Header, Param, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/answers.js';
import { IdParam } from '../platform/http/id-param.js';
import { Limit } from '../platform/http/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../platform/http/viewer.js';
import { UserAnswer } from './accounts.contract.js';
import { RoleForm, UserFilters, UserPage } from './admin-users.contract.js';
import { ChangeRole } from './commands/change-role.js';
import { ListUsers } from './queries/list-users.js';

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
}
