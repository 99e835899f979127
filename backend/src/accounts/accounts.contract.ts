import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsIn, IsOptional, Matches, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { typedEmailKey } from '../platform/mail/email-address.js';
import { IsAddress } from '../platform/http/is-address.js';
import { Required } from '../platform/http/required.js';
import { Trimmed } from '../platform/http/change-text.js';
import {
  ChangedName,
  IsAllowedPassword,
  IsPlainText,
  OptionalName,
  TrimmedOrMissing,
  TrimmedOrNull,
} from './form-rules.js';
import { LANGUAGES, type Language } from '../platform/language.js';
import { ROLES, type Role } from './user.entity.js';

const USERNAME_TOO_SHORT = { message: 'Username must be at least 3 characters long' };
const USERNAME_TOO_LONG = { message: 'Username must be at most 40 characters long' };
const INVALID_USERNAME = { message: 'Username can only contain letters, numbers, hyphens, and underscores' };
const USERNAME_PATTERN = /^[A-Za-z0-9_-]*$/;
const INVALID_LANGUAGE = { message: 'Language must be de or en' };
const NO_TOKEN = 'No verification token provided. Please check your email for the verification link.';
/** Allows only pictures that this shop serves. The server of an external picture could log every visitor of the page. */
const OWN_PICTURE = /^\/media\/[\w-]+(?:[./][\w-]+)*$/;

export class RegisterForm {
  @ApiProperty({ example: 'anna@example.com' })
  @IsAddress()
  email!: string;

  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsAllowedPassword()
  password!: string;

  @ApiPropertyOptional({ minLength: 3, maxLength: 40, description: 'Derived from the address when missing' })
  @TrimmedOrMissing()
  @IsOptional()
  @MaxLength(40, USERNAME_TOO_LONG)
  @Matches(USERNAME_PATTERN, INVALID_USERNAME)
  @MinLength(3, USERNAME_TOO_SHORT)
  username?: string;

  @OptionalName({ description: 'Display name; the username when missing' })
  name?: string;

  @OptionalName()
  first_name?: string;

  @OptionalName()
  last_name?: string;

  @ApiPropertyOptional({ enum: LANGUAGES, description: 'Taken from the Accept-Language header when missing' })
  @TrimmedOrMissing()
  @IsOptional()
  @IsIn(LANGUAGES, INVALID_LANGUAGE)
  language?: Language;
}

export class LoginForm {
  @ApiProperty()
  @ValidateBy({
    name: 'hasEmailKey',
    validator: {
      validate: (value) => typedEmailKey(value) !== null,
      defaultMessage: () => 'Please enter a valid email address',
    },
  })
  @Required('Email is required')
  email!: string;

  @ApiProperty()
  @MaxLength(1000, { message: 'The password may have at most 1000 characters' })
  @Required('Please enter your password')
  password!: string;
}

export class RefreshForm {
  // Accepts every type. A wrong type gets 401 instead of 400, so that a client with a corrupted token signs in again.
  @ApiProperty({ type: String }) @Allow() refresh_token!: unknown;
}

export class VerifyEmailForm {
  @ApiProperty() @Required(NO_TOKEN) token!: string;
}

/** Absent fields stay unchanged. An empty first name, last name or picture is removed. */
export class ProfileForm {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The address of an account cannot be changed. A form that repeats the current address is accepted',
  })
  @Allow()
  email?: unknown;

  @ApiPropertyOptional({ type: String, minLength: 3, maxLength: 40, nullable: true })
  @Trimmed()
  @IsOptional()
  @MaxLength(40, USERNAME_TOO_LONG)
  @Matches(USERNAME_PATTERN, INVALID_USERNAME)
  @MinLength(3, USERNAME_TOO_SHORT)
  username?: string | null;

  @ChangedName()
  display_name?: string | null;

  @ChangedName({ description: 'The same as display_name' })
  displayName?: string | null;

  @ChangedName()
  first_name?: string | null;

  @ChangedName()
  last_name?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '/media/avatars/anna.webp' })
  @TrimmedOrNull()
  @IsOptional()
  @MaxLength(200)
  @Matches(OWN_PICTURE, { message: 'The picture must be stored in this shop, under /media/' })
  avatar_url?: string | null;

  @ApiPropertyOptional({ enum: LANGUAGES, nullable: true })
  @IsOptional()
  @IsIn(LANGUAGES, INVALID_LANGUAGE)
  language?: Language | null;
}

export class LanguageForm {
  @ApiProperty({ enum: LANGUAGES, example: 'en' })
  @IsIn(LANGUAGES, INVALID_LANGUAGE)
  language!: Language;

  @ApiPropertyOptional({ maxLength: 40, example: 'user', description: 'Accepted for old clients, not stored' })
  @TrimmedOrMissing()
  @IsOptional()
  @IsPlainText(40)
  source?: string;
}

export class LanguageAnswer {
  @ApiProperty({ enum: LANGUAGES, example: 'en' }) language!: Language;
}

export class UserAnswer {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() email!: string;
  @ApiProperty() username!: string;
  @ApiProperty() displayName!: string;
  @ApiProperty() display_name!: string;
  @ApiProperty({ type: String, nullable: true }) first_name!: string | null;
  @ApiProperty({ type: String, nullable: true }) last_name!: string | null;
  @ApiProperty({ type: String, nullable: true }) avatar_url!: string | null;
  @ApiProperty({ type: String, nullable: true }) avatarUrl!: string | null;
  @ApiProperty({ enum: ROLES }) role!: Role;
  @ApiProperty() is_verified!: boolean;
  @ApiProperty() emailVerified!: boolean;
  @ApiProperty({ enum: LANGUAGES }) language!: Language;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
}

export class SessionAnswer {
  @ApiProperty() accessToken!: string;
  @ApiProperty() refreshToken!: string;
  @ApiProperty({ type: 'integer', description: 'Seconds until the access token expires' }) expiresIn!: number;
  @ApiProperty() access_token!: string;
  @ApiProperty() refresh_token!: string;
  @ApiProperty({ type: 'integer' }) expires_in!: number;
  @ApiProperty({ type: UserAnswer }) user!: UserAnswer;
}

export class VerifiedAnswer {
  @ApiPropertyOptional({ type: UserAnswer, description: 'Missing when the link was used before' }) user?: UserAnswer;
}

export class VerificationStatus {
  @ApiProperty() isVerified!: boolean;
  @ApiProperty() email!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) verifiedAt!: string | null;
  @ApiProperty({ description: 'Whether a verification link is still valid' }) hasPendingToken!: boolean;
  @ApiProperty({
    description:
      'Whether the owner has opened a verification link while signed in, or reset the password by mail. Only then does the account get earlier guest purchases',
  })
  mailboxProven!: boolean;
}
