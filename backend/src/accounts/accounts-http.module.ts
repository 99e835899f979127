import { Module } from '@nestjs/common';
import { AdminUsersController } from './administration/admin-users.controller.js';
import { AuthController } from './sessions/auth.controller.js';
import { LanguageController } from './language.controller.js';
import { PasswordResetController } from './passwords/password-reset.controller.js';
import { ProfileController } from './profile.controller.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { VerificationController } from './registration/verification.controller.js';

@Module({
  controllers: [
    AuthController,
    ProfileController,
    LanguageController,
    VerificationController,
    PasswordResetController,
    AdminUsersController,
    SecondFactorController,
    SessionsController,
  ],
})
export class AccountsHttpModule {}
