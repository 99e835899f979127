import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { LanguageAnswer, LanguageForm } from './accounts.contract.js';
import { ChooseLanguage } from './commands/choose-language.js';

@ApiTags('accounts')
@Controller('users/language')
@SignedIn()
export class LanguageController {
  constructor(private readonly commands: CommandBus) {}

  @Put()
  @Answers(200, LanguageAnswer)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Choose the language of the own account' })
  chooseLanguage(@CurrentViewer() viewer: Viewer, @Body() { language }: LanguageForm) {
    return this.commands.execute(new ChooseLanguage(viewer.id, language));
  }
}
