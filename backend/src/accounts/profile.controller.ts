import { Body, Controller, Get, Header, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
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
  @Endpoint('The account of the signed-in user', 200, UserAnswer)
  getProfile(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetProfile(viewer.id));
  }

  @Put()
  @Endpoint('Change the name, picture or language of the signed-in user', 200, UserAnswer)
  @Fails('400 EMAIL_NOT_CHANGEABLE', '400 VALIDATION_FAILED', '409 USERNAME_TAKEN')
  updateProfile(@CurrentViewer() viewer: Viewer, @Body() form: ProfileForm) {
    return this.commands.execute(new UpdateProfile(viewer.id, form));
  }
}
