import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { CONFIG } from '../platform/tokens.js';
import { signing } from './access-token.js';
import { accessTokenStrategy } from './access-token.strategy.js';
import { AdmitAccountMailHandler } from './commands/admit-account-mail.js';
import { ChangePasswordHandler } from './commands/change-password.js';
import { ChangeRoleHandler } from './commands/change-role.js';
import { ChooseLanguageHandler } from './commands/choose-language.js';
import { ClearEndedAccessHandler } from './commands/clear-ended-access.js';
import { CloseAccountHandler } from './commands/close-account.js';
import { EraseAccountHandler } from './commands/erase-account.js';
import { ProveMailboxHandler } from './commands/prove-mailbox.js';
import { RefreshSessionHandler } from './commands/refresh-session.js';
import { RegisterUserHandler } from './commands/register-user.js';
import { RequestPasswordResetHandler } from './commands/request-password-reset.js';
import { RequestVerificationHandler } from './commands/request-verification.js';
import { ResetPasswordHandler } from './commands/reset-password.js';
import { RevokeSessionsHandler } from './commands/revoke-sessions.js';
import { SignInHandler } from './commands/sign-in.js';
import { SignOutHandler } from './commands/sign-out.js';
import { UpdateProfileHandler } from './commands/update-profile.js';
import { VerifyEmailHandler } from './commands/verify-email.js';
import { KnownPlaces } from './known-places.js';
import { PasswordChange } from './password-change.js';
import { Passwords } from './passwords.js';
import { CheckResetLinkHandler } from './queries/check-reset-link.js';
import { GetPasswordChangedMailHandler } from './queries/get-password-changed-mail.js';
import { GetPasswordResetMailHandler } from './queries/get-password-reset-mail.js';
import { GetProfileHandler } from './queries/get-profile.js';
import { GetVerificationMailHandler } from './queries/get-verification-mail.js';
import { FindProvenAccountHandler } from './queries/find-proven-account.js';
import { FindVerifiedAccountHandler } from './queries/find-verified-account.js';
import { IsLastAdminHandler } from './queries/is-last-admin.js';
import { IsPasswordOfHandler } from './queries/is-password-of.js';
import { GetVerificationStatusHandler } from './queries/get-verification-status.js';
import { ListUsersHandler } from './queries/list-users.js';
import { CompleteSignInHandler } from './commands/complete-sign-in.js';
import { ConfirmSecondFactorHandler } from './commands/confirm-second-factor.js';
import { EndEarlierResetsHandler } from './commands/end-earlier-resets.js';
import { EndSessionHandler } from './commands/end-session.js';
import { EndUserSessionsHandler } from './commands/end-user-sessions.js';
import { RemoveSecondFactorHandler } from './commands/remove-second-factor.js';
import { RenewRecoveryCodesHandler } from './commands/renew-recovery-codes.js';
import { ResetSecondFactorHandler } from './commands/reset-second-factor.js';
import { RestoreAccountHandler } from './commands/restore-account.js';
import { StartSecondFactorHandler } from './commands/start-second-factor.js';
import { SuspendAccountHandler } from './commands/suspend-account.js';
import { GetSecondFactorHandler } from './queries/get-second-factor.js';
import { GetSecondFactorMailHandler } from './queries/get-second-factor-mail.js';
import { GetSuspensionMailHandler } from './queries/get-suspension-mail.js';
import { IsAdminSessionHandler } from './queries/is-admin-session.js';
import { ListSessionsHandler } from './queries/list-sessions.js';
import { ResetLinks } from './reset-links.js';
import { ProvenChange } from './second-factor/proven-change.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { SessionTokens } from './session-tokens.js';
import { VerificationRequests } from './verification-requests.js';

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
    ProveMailboxHandler,
    RequestVerificationHandler,
    ChangePasswordHandler,
    RequestPasswordResetHandler,
    ResetPasswordHandler,
    ChooseLanguageHandler,
    ChangeRoleHandler,
    ClearEndedAccessHandler,
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
