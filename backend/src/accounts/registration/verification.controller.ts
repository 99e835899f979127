import { Body, Controller, Get, Header, Ip, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
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
  @Endpoint('Verify an address with the token of its mail', 200, VerifiedAnswer)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  verifyEmail(@Body() { token }: VerifyEmailForm) {
    return this.commands.execute(new VerifyEmail(token));
  }

  @Post('prove-mailbox')
  @Limit('mailed-token')
  @SignedIn()
  @Endpoint('Prove the mailbox of the signed-in user with the token of a verification mail, used or not', 200)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  proveMailbox(@Body() { token }: VerifyEmailForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new ConfirmEmailOwnership(viewer.id, token));
  }

  @Post('send-verification')
  @Limit('verification')
  @SignedIn()
  @Endpoint('Mail the verification link to the signed-in user', 200)
  @Fails('429 TOO_MANY_REQUESTS')
  sendVerification(@CurrentViewer() viewer: Viewer, @Ip() ip: string) {
    return this.commands.execute(new RequestVerification(viewer.id, ip));
  }

  @Post('resend-verification')
  @Limit('verification')
  @SignedIn()
  @Endpoint('Mail the verification link to the signed-in user again', 200)
  @Fails('429 TOO_MANY_REQUESTS')
  resendVerification(@CurrentViewer() viewer: Viewer, @Ip() ip: string) {
    return this.commands.execute(new RequestVerification(viewer.id, ip));
  }

  @Get('verification-status')
  @SignedIn()
  @Header('cache-control', 'no-store')
  @Endpoint('Whether the address of the signed-in user is verified', 200, VerificationStatus)
  getVerificationStatus(@CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetVerificationStatus(viewer.id));
  }
}
