import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { CONFIG } from '../platform/tokens.js';
import { signing } from './access-token.js';
import { accessTokenStrategy } from './access-token.strategy.js';
import { AuthController } from './auth.controller.js';
import { RefreshSessionHandler } from './commands/refresh-session.js';
import { RegisterUserHandler } from './commands/register-user.js';
import { RequestVerificationHandler } from './commands/request-verification.js';
import { SignInHandler } from './commands/sign-in.js';
import { SignOutHandler } from './commands/sign-out.js';
import { UpdateProfileHandler } from './commands/update-profile.js';
import { VerifyEmailHandler } from './commands/verify-email.js';
import { Passwords } from './passwords.js';
import { ProfileController } from './profile.controller.js';
import { GetProfileHandler } from './queries/get-profile.js';
import { GetVerificationMailHandler } from './queries/get-verification-mail.js';
import { FindVerifiedAccountHandler } from './queries/find-verified-account.js';
import { IsAdminHandler } from './queries/is-admin.js';
import { GetVerificationStatusHandler } from './queries/get-verification-status.js';
import { SessionTokens } from './session-tokens.js';
import { VerificationController } from './verification.controller.js';
import { VerificationRequests } from './verification-requests.js';

@Module({
  imports: [JwtModule.registerAsync({ inject: [CONFIG], useFactory: signing })],
  controllers: [AuthController, ProfileController, VerificationController],
  providers: [
    accessTokenStrategy,
    Passwords,
    SessionTokens,
    VerificationRequests,
    RegisterUserHandler,
    SignInHandler,
    RefreshSessionHandler,
    SignOutHandler,
    UpdateProfileHandler,
    VerifyEmailHandler,
    RequestVerificationHandler,
    GetProfileHandler,
    GetVerificationStatusHandler,
    IsAdminHandler,
    FindVerifiedAccountHandler,
    GetVerificationMailHandler,
  ],
})
export class AccountsModule {}
