import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { CONFIG } from '../platform/tokens.js';
import { jwtOptions } from './sessions/access-token.js';
import { accessTokenStrategy } from './sessions/access-token.strategy.js';
import { KnownPlaces } from './sessions/known-places.js';
import { PasswordChange } from './passwords/password-change.js';
import { Passwords } from './passwords/passwords.js';
import { ResetLinks } from './passwords/reset-links.js';
import { ReauthenticatedChange } from './second-factor/reauthenticated-change.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { VerificationRequests } from './registration/verification-requests.js';
import * as handlers from './accounts.handlers.js';

@Module({
  imports: [JwtModule.registerAsync({ inject: [CONFIG, HttpAdapterHost], useFactory: jwtOptions })],
  providers: [
    ...Object.values(handlers),
    accessTokenStrategy,
    Passwords,
    SessionTokens,
    VerificationRequests,
    KnownPlaces,
    PasswordChange,
    SecondFactors,
    ReauthenticatedChange,
    ResetLinks,
  ],
})
export class AccountsModule {}
