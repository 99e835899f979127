import { Body, Controller, Header, Headers, Ip, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedIn, type Viewer } from '../../platform/http/viewer.js';
import { LoginForm, RefreshForm, RegisterForm, SessionAnswer } from '../accounts.contract.js';
import { ChangePassword } from '../passwords/commands/change-password.js';
import { RefreshSession } from './commands/refresh-session.js';
import { RegisterUser } from '../registration/commands/register-user.js';
import { SignIn } from './commands/sign-in.js';
import { SignOut } from './commands/sign-out.js';
import { byEmail, bySession } from './rate-limit-keys.js';
import { knownToEmail } from './known-places.js';
import { ChangePasswordForm, MessageAnswer } from '../passwords/password.contract.js';
import { preferredLanguage } from '../preferred-language.js';

@ApiTags('accounts')
@Controller('auth')
export class AuthController {
  constructor(private readonly commands: CommandBus) {}

  @Post('register')
  @Limit('register')
  @Header('cache-control', 'no-store')
  @ApiHeader({ name: 'user-agent', required: false, description: 'Names browser and system in the list of sessions' })
  @ApiHeader({ name: 'accept-language', required: false, description: 'Used when the form names no language' })
  @Endpoint('Create an account and sign in', 201, SessionAnswer)
  @Fails('400 VALIDATION_FAILED', '409 EMAIL_TAKEN', '409 USERNAME_TAKEN', '503 UNAVAILABLE')
  register(
    @Body() form: RegisterForm,
    @Ip() ip: string,
    @Headers('accept-language') acceptLanguage?: string,
    @Headers('user-agent') userAgent?: string,
  ) {
    const language = form.language ?? preferredLanguage(acceptLanguage);
    return this.commands.execute(new RegisterUser(form, language, ip, userAgent));
  }

  @Post('login')
  @Limit('login', byEmail, knownToEmail)
  @Header('cache-control', 'no-store')
  @Endpoint('Sign in with e-mail address and password', 200, SessionAnswer)
  @Fails(
    '400 VALIDATION_FAILED',
    '401 INVALID_CREDENTIALS',
    '403 SECOND_FACTOR_REQUIRED',
    '403 ACCOUNT_SUSPENDED',
    '503 UNAVAILABLE',
  )
  @ApiHeader({ name: 'user-agent', required: false, description: 'Names browser and system in the list of sessions' })
  login(@Body() { email, password }: LoginForm, @Ip() ip: string, @Headers('user-agent') userAgent?: string) {
    return this.commands.execute(new SignIn(email, password, ip, userAgent));
  }

  @Post('refresh')
  @Limit('refresh', bySession)
  @Header('cache-control', 'no-store')
  @Endpoint('Exchange a refresh token for new tokens', 200, SessionAnswer)
  @Fails('400 BAD_REQUEST', '401 INVALID_REFRESH_TOKEN', '403 ACCOUNT_SUSPENDED')
  refresh(@Body() form: RefreshForm, @Ip() ip: string) {
    return this.commands.execute(new RefreshSession(form.refresh_token, ip));
  }

  @Post('logout')
  @SignedIn()
  @Endpoint('Sign out: end the current session', 200)
  logout(@CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new SignOut(viewer.sessionId));
  }

  @Post('change-password')
  @Limit('change-password')
  @SignedIn()
  @Endpoint('Change the password of the signed-in user; their other sessions end', 200, MessageAnswer)
  @Fails('400 VALIDATION_FAILED', '400 WRONG_PASSWORD', '503 UNAVAILABLE')
  async changePassword(
    @CurrentViewer() viewer: Viewer,
    @Body() form: ChangePasswordForm,
    @Ip() ip: string,
  ): Promise<MessageAnswer> {
    const { current_password, new_password } = form;
    await this.commands.execute(new ChangePassword(viewer.id, viewer.sessionId, current_password, new_password, ip));
    return { message: 'Your password has been changed.' };
  }
}
