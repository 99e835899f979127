import { Module } from '@nestjs/common';
import { AdminUsersController } from './admin-users.controller.js';
import { AuthController } from './auth.controller.js';
import { LanguageController } from './language.controller.js';
import { PasswordResetController } from './password-reset.controller.js';
import { ProfileController } from './profile.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SessionsController } from './sessions.controller.js';
import { VerificationController } from './verification.controller.js';

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
