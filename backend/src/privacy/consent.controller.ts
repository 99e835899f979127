import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
import { CurrentViewer, SignedIn, type Viewer } from '../platform/http/viewer.js';
import { RecordConsent } from './commands/record-consent.js';
import { ConsentAnswer, ConsentForm } from './consent.contract.js';
import { GetConsents } from './queries/get-consents.js';

@ApiTags('privacy')
@Controller('gdpr/consent')
export class ConsentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Answers(200, ConsentAnswer)
  @ApiOperation({ summary: 'The current consents of the own account' })
  getConsents(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetConsents(viewer.id));
  }

  @Post()
  @SignedIn()
  @Answers(200, ConsentAnswer)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Give consents' })
  async giveConsents(@Body() { consentTypes }: ConsentForm, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RecordConsent(viewer.id, consentTypes, true));
    return this.queries.execute(new GetConsents(viewer.id));
  }

  @Post('withdraw')
  @SignedIn()
  @Answers(200, ConsentAnswer)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Withdraw consents' })
  async withdrawConsents(@Body() { consentTypes }: ConsentForm, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RecordConsent(viewer.id, consentTypes, false));
    return this.queries.execute(new GetConsents(viewer.id));
  }
}
