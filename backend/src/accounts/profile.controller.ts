import { Body, Controller, Get, Header, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { ProfileForm, UserAnswer } from './accounts.contract.js';
import { UpdateProfile } from './commands/update-profile.js';
import { GetProfile } from './queries/get-profile.js';

@ApiTags('accounts')
@Controller('auth/profile')
@SignedIn()
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Answers(200, UserAnswer)
  @ApiOperation({ summary: 'The own account' })
  getProfile(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetProfile(viewer.id));
  }

  @Put()
  @Answers(200, UserAnswer)
  @Fails('400 EMAIL_NOT_CHANGEABLE', '400 VALIDATION_FAILED', '409 USERNAME_TAKEN')
  @ApiOperation({ summary: 'Change the own name, picture or language' })
  updateProfile(@CurrentViewer() viewer: Viewer, @Body() form: ProfileForm) {
    return this.commands.execute(new UpdateProfile(viewer.id, form));
  }
}
