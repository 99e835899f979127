import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { CONFIG } from '../platform/tokens.js';
import { signing } from './sessions/access-token.js';
import { accessTokenStrategy } from './sessions/access-token.strategy.js';
import { AdmitAccountMailHandler } from './registration/commands/admit-account-mail.js';
import { ChangePasswordHandler } from './passwords/commands/change-password.js';
import { ChangeRoleHandler } from './administration/commands/change-role.js';
import { ChooseLanguageHandler } from './commands/choose-language.js';
import { PurgeEndedAccessHandler } from './sessions/commands/purge-ended-access.js';
import { CloseAccountHandler } from './commands/close-account.js';
import { EraseAccountHandler } from './commands/erase-account.js';
import { ConfirmEmailOwnershipHandler } from './registration/commands/confirm-email-ownership.js';
import { RefreshSessionHandler } from './sessions/commands/refresh-session.js';
import { RegisterUserHandler } from './registration/commands/register-user.js';
import { RequestPasswordResetHandler } from './passwords/commands/request-password-reset.js';
import { RequestVerificationHandler } from './registration/commands/request-verification.js';
import { ResetPasswordHandler } from './passwords/commands/reset-password.js';
import { RevokeSessionsHandler } from './sessions/commands/revoke-sessions.js';
import { SignInHandler } from './sessions/commands/sign-in.js';
import { SignOutHandler } from './sessions/commands/sign-out.js';
import { UpdateProfileHandler } from './commands/update-profile.js';
import { VerifyEmailHandler } from './registration/commands/verify-email.js';
import { KnownPlaces } from './sessions/known-places.js';
import { PasswordChange } from './passwords/password-change.js';
import { Passwords } from './passwords/passwords.js';
import { CheckResetLinkHandler } from './passwords/queries/check-reset-link.js';
import { GetPasswordChangedMailHandler } from './passwords/queries/get-password-changed-mail.js';
import { GetPasswordResetMailHandler } from './passwords/queries/get-password-reset-mail.js';
import { GetProfileHandler } from './queries/get-profile.js';
import { GetVerificationMailHandler } from './registration/queries/get-verification-mail.js';
import { FindProvenAccountHandler } from './registration/queries/find-proven-account.js';
import { FindVerifiedAccountHandler } from './registration/queries/find-verified-account.js';
import { IsLastAdminHandler } from './administration/queries/is-last-admin.js';
import { IsPasswordOfHandler } from './passwords/queries/is-password-of.js';
import { GetVerificationStatusHandler } from './registration/queries/get-verification-status.js';
import { ListUsersHandler } from './administration/queries/list-users.js';
import { CompleteSignInHandler } from './sessions/commands/complete-sign-in.js';
import { ConfirmSecondFactorHandler } from './second-factor/commands/confirm-second-factor.js';
import { EndEarlierResetsHandler } from './passwords/commands/end-earlier-resets.js';
import { EndSessionHandler } from './sessions/commands/end-session.js';
import { EndUserSessionsHandler } from './administration/commands/end-user-sessions.js';
import { RemoveSecondFactorHandler } from './second-factor/commands/remove-second-factor.js';
import { RenewRecoveryCodesHandler } from './second-factor/commands/renew-recovery-codes.js';
import { ResetSecondFactorHandler } from './administration/commands/reset-second-factor.js';
import { RestoreAccountHandler } from './administration/commands/restore-account.js';
import { StartSecondFactorHandler } from './second-factor/commands/start-second-factor.js';
import { SuspendAccountHandler } from './administration/commands/suspend-account.js';
import { GetSecondFactorHandler } from './second-factor/queries/get-second-factor.js';
import { GetSecondFactorMailHandler } from './second-factor/queries/get-second-factor-mail.js';
import { GetSuspensionMailHandler } from './administration/queries/get-suspension-mail.js';
import { IsAdminSessionHandler } from './administration/queries/is-admin-session.js';
import { ListSessionsHandler } from './sessions/queries/list-sessions.js';
import { ResetLinks } from './passwords/reset-links.js';
import { ProvenChange } from './second-factor/proven-change.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { VerificationRequests } from './registration/verification-requests.js';

@Module({
  imports: [JwtModule.registerAsync({ inject: [CONFIG, HttpAdapterHost], useFactory: signing })],
  providers: [
    accessTokenStrategy,
    Passwords,
    SessionTokens,
    VerificationRequests,
    KnownPlaces,
    PasswordChange,
    SecondFactors,
    ProvenChange,
    ResetLinks,
    RegisterUserHandler,
    SignInHandler,
    RefreshSessionHandler,
    SignOutHandler,
    UpdateProfileHandler,
    VerifyEmailHandler,
    ConfirmEmailOwnershipHandler,
    RequestVerificationHandler,
    ChangePasswordHandler,
    RequestPasswordResetHandler,
    ResetPasswordHandler,
    ChooseLanguageHandler,
    ChangeRoleHandler,
    PurgeEndedAccessHandler,
    GetProfileHandler,
    GetVerificationStatusHandler,
    IsLastAdminHandler,
    IsPasswordOfHandler,
    RevokeSessionsHandler,
    CloseAccountHandler,
    EraseAccountHandler,
    FindProvenAccountHandler,
    FindVerifiedAccountHandler,
    GetVerificationMailHandler,
    CheckResetLinkHandler,
    GetPasswordResetMailHandler,
    GetPasswordChangedMailHandler,
    ListUsersHandler,
    CompleteSignInHandler,
    ConfirmSecondFactorHandler,
    EndEarlierResetsHandler,
    EndSessionHandler,
    EndUserSessionsHandler,
    RemoveSecondFactorHandler,
    RenewRecoveryCodesHandler,
    ResetSecondFactorHandler,
    RestoreAccountHandler,
    StartSecondFactorHandler,
    SuspendAccountHandler,
    GetSecondFactorHandler,
    GetSecondFactorMailHandler,
    GetSuspensionMailHandler,
    IsAdminSessionHandler,
    ListSessionsHandler,
    AdmitAccountMailHandler,
  ],
})
export class AccountsModule {}
