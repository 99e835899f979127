import { Body, Controller, Get, Header, Ip, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { RequestPasswordReset } from './commands/request-password-reset.js';
import { ResetPassword } from './commands/reset-password.js';
import { MessageAnswer, PasswordResetRequestForm, ResetLinkAnswer, ResetPasswordForm } from './password.contract.js';
import { CheckResetLink } from './queries/check-reset-link.js';

@ApiTags('accounts')
@Controller('password-reset')
export class PasswordResetController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('request')
  @Limit('reset-request')
  @Endpoint('Mail a link to set a new password', 200, MessageAnswer)
  @Fails('400 VALIDATION_FAILED')
  async requestPasswordReset(@Body() { email }: PasswordResetRequestForm, @Ip() ip: string): Promise<MessageAnswer> {
    await this.commands.execute(new RequestPasswordReset(email, ip));
    return { message: 'If an account exists with that email, a password reset link has been sent.' };
  }

  @Get('validate/:token')
  @Limit('mailed-token')
  @Header('cache-control', 'no-store')
  @ApiParam({ name: 'token', description: 'From the link in the mail; this request does not use it up' })
  @Endpoint('Whether a link to set a new password still works', 200, ResetLinkAnswer)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '404 NOT_FOUND')
  checkResetLink(@Param('token') token: string) {
    return this.queries.execute(new CheckResetLink(token));
  }

  @Post('confirm')
  @Limit('mailed-token')
  @Endpoint('Set a new password with the token of the mail', 200, MessageAnswer)
  @Fails('400 VALIDATION_FAILED', '400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '503 UNAVAILABLE')
  async resetPassword(@Body() form: ResetPasswordForm, @Ip() ip: string): Promise<MessageAnswer> {
    await this.commands.execute(new ResetPassword(form.token, form.new_password, ip));
    return { message: 'Your password has been reset. Please sign in with your new password.' };
  }
}
