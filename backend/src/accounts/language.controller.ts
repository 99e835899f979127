import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { LanguageAnswer, LanguageForm } from './accounts.contract.js';
import { ChooseLanguage } from './commands/choose-language.js';

@ApiTags('accounts')
@Controller('users/language')
@SignedIn()
export class LanguageController {
  constructor(private readonly commands: CommandBus) {}

  @Put()
  @Endpoint('Set the language of the signed-in user', 200, LanguageAnswer)
  @Fails('400 VALIDATION_FAILED')
  chooseLanguage(@CurrentViewer() viewer: Viewer, @Body() { language }: LanguageForm) {
    return this.commands.execute(new ChooseLanguage(viewer.id, language));
  }
}
