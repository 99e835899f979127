import { Body, Controller, Get, Header, Ip, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../../platform/http/cache/responses.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { VerificationStatus, VerifiedAnswer, VerifyEmailForm } from '../accounts.contract.js';
import { ConfirmEmailOwnership } from './commands/confirm-email-ownership.js';
import { RequestVerification } from './commands/request-verification.js';
import { VerifyEmail } from './commands/verify-email.js';
import { GetVerificationStatus } from './queries/get-verification-status.js';

@ApiTags('accounts')
@Controller('auth')
export class VerificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('verify-email')
  @Limit('mailed-token')
  @Answers(200, VerifiedAnswer)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Verify an address with the token of its mail' })
  verifyEmail(@Body() { token }: VerifyEmailForm) {
    return this.commands.execute(new VerifyEmail(token));
  }

  @Post('prove-mailbox')
  @Limit('mailed-token')
  @SignedIn()
  @Answers(200)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  @ApiOperation({
    summary: 'Prove with the token of its mail, used or not, that the mailbox belongs to the signed-in user',
  })
  proveMailbox(@Body() { token }: VerifyEmailForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new ConfirmEmailOwnership(viewer.id, token));
  }

  @Post('send-verification')
  @Limit('verification')
  @SignedIn()
  @Answers(200)
  @Fails('429 TOO_MANY_REQUESTS')
  @ApiOperation({ summary: 'Mail the verification link to the own address' })
  sendVerification(@CurrentViewer() viewer: Viewer, @Ip() ip: string) {
    return this.commands.execute(new RequestVerification(viewer.id, ip));
  }

  @Post('resend-verification')
  @Limit('verification')
  @SignedIn()
  @Answers(200)
  @Fails('429 TOO_MANY_REQUESTS')
  @ApiOperation({ summary: 'Mail the verification link to the own address again' })
  resendVerification(@CurrentViewer() viewer: Viewer, @Ip() ip: string) {
    return this.commands.execute(new RequestVerification(viewer.id, ip));
  }

  @Get('verification-status')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Answers(200, VerificationStatus)
  @ApiOperation({ summary: 'Whether the own address is verified' })
  getVerificationStatus(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetVerificationStatus(viewer.id));
  }
}
