import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
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
  @Endpoint('The current consents of the signed-in account, and their history', 200, ConsentAnswer)
  getConsents(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetConsents(viewer.id));
  }

  @Post()
  @SignedIn()
  @Endpoint('Give consents', 200, ConsentAnswer)
  @Fails('400 VALIDATION_FAILED')
  async giveConsents(@Body() { consentTypes }: ConsentForm, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RecordConsent(viewer.id, consentTypes, true));
    return this.queries.execute(new GetConsents(viewer.id));
  }

  @Post('withdraw')
  @SignedIn()
  @Endpoint('Withdraw consents', 200, ConsentAnswer)
  @Fails('400 VALIDATION_FAILED')
  async withdrawConsents(@Body() { consentTypes }: ConsentForm, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new RecordConsent(viewer.id, consentTypes, false));
    return this.queries.execute(new GetConsents(viewer.id));
  }
}
