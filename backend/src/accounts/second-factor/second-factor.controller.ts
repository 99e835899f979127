import { Body, Controller, Get, Header, Headers, Ip, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { SessionAnswer } from '../accounts.contract.js';
import { CompleteSignIn } from '../sessions/commands/complete-sign-in.js';
import { ConfirmSecondFactor } from './commands/confirm-second-factor.js';
import { RemoveSecondFactor } from './commands/remove-second-factor.js';
import { RenewRecoveryCodes } from './commands/renew-recovery-codes.js';
import { StartSecondFactor } from './commands/start-second-factor.js';
import { byChallenge } from '../sessions/rate-limit-keys.js';
import { knownToChallenge } from '../sessions/known-places.js';
import { GetSecondFactor } from './queries/get-second-factor.js';
import {
  CodeForm,
  FactorSetUp,
  FactorState,
  PasswordAndCode,
  PasswordProof,
  RecoveryCodes,
  SecondStepForm,
} from './second-factor.contract.js';

const REAUTHENTICATION_ERRORS = [
  '400 VALIDATION_FAILED',
  '400 WRONG_PASSWORD',
  '400 INVALID_SECOND_FACTOR',
  '409 SECOND_FACTOR_OFF',
  '429 SECOND_FACTOR_PAUSED',
] as const;

@ApiTags('accounts')
@Controller('auth')
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('login/second-factor')
  @Limit('second-factor', byChallenge, knownToChallenge)
  @Header('cache-control', 'no-store')
  @Endpoint('The second step of the sign-in: a code of the app or a recovery code', 200, SessionAnswer)
  @Fails(
    '400 VALIDATION_FAILED',
    '401 INVALID_SECOND_FACTOR',
    '401 CHALLENGE_EXPIRED',
    '403 ACCOUNT_SUSPENDED',
    '429 SECOND_FACTOR_PAUSED',
  )
  @ApiHeader({ name: 'user-agent', required: false, description: 'Names browser and system in the list of sessions' })
  completeSignIn(
    @Body() { challenge, code }: SecondStepForm,
    @Ip() ip: string,
    @Headers('user-agent') userAgent?: string,
  ) {
    return this.commands.execute(new CompleteSignIn(challenge, code, ip, userAgent));
  }

  @Get('second-factor')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('Whether the signed-in user has a second factor, and needs one', 200, FactorState)
  getSecondFactor(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetSecondFactor(viewer.id));
  }

  @Post('second-factor/setup')
  @Limit('second-factor-change')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('A secret for an authenticator app, to be confirmed within 15 minutes', 200, FactorSetUp)
  @Fails('400 VALIDATION_FAILED', '400 WRONG_PASSWORD', '409 SECOND_FACTOR_ON', '503 UNAVAILABLE')
  setUp(@CurrentViewer() viewer: Viewer, @Body() { password }: PasswordProof) {
    return this.commands.execute(new StartSecondFactor(viewer.id, password));
  }

  @Post('second-factor/confirm')
  @Limit('second-factor')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('Switch the second factor on with a code of the app; other sessions end', 200, RecoveryCodes)
  @Fails('400 VALIDATION_FAILED', '400 INVALID_SECOND_FACTOR', '409 SECOND_FACTOR_ON', '409 SECOND_FACTOR_EXPIRED')
  confirm(@CurrentViewer() viewer: Viewer, @Body() { code }: CodeForm, @Ip() ip: string) {
    return this.commands.execute(new ConfirmSecondFactor(viewer.id, viewer.sessionId, code, ip));
  }

  @Post('second-factor/remove')
  @Limit('second-factor-change')
  @SignedIn()
  @Endpoint('Switch the second factor off with password and code', 200)
  @Fails(...REAUTHENTICATION_ERRORS)
  remove(@CurrentViewer() viewer: Viewer, @Body() { password, code }: PasswordAndCode) {
    return this.commands.execute(
      new RemoveSecondFactor({ userId: viewer.id, sessionId: viewer.sessionId, password, code }),
    );
  }

  @Post('second-factor/recovery-codes')
  @Limit('second-factor-change')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('Create new recovery codes; the earlier codes become invalid', 200, RecoveryCodes)
  @Fails(...REAUTHENTICATION_ERRORS)
  renewRecoveryCodes(@CurrentViewer() viewer: Viewer, @Body() { password, code }: PasswordAndCode) {
    return this.commands.execute(
      new RenewRecoveryCodes({ userId: viewer.id, sessionId: viewer.sessionId, password, code }),
    );
  }
}
