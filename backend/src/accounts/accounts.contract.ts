import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsIn, IsOptional, Matches, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { typedEmailKey } from '../platform/mail/email-address.js';
import { IsAddress } from '../platform/http/is-address.js';
import { Required } from '../platform/http/required.js';
import { Trimmed } from '../platform/http/change-text.js';
import { Blankable, ChangedName, IsAllowedPassword, IsPlainText, OptionalName } from './form-rules.js';
import { LANGUAGES, type Language } from '../platform/language.js';
import { ROLES, type Role } from './user.entity.js';

const SHORT_USERNAME = { message: 'Username must be at least 3 characters long' };
const LONG_USERNAME = { message: 'Username must be at most 40 characters long' };
const INVALID_USERNAME = { message: 'Username can only contain letters, numbers, hyphens, and underscores' };
const USERNAME = /^[A-Za-z0-9_-]*$/;
const LANGUAGE = { message: 'Language must be de or en' };
const NO_TOKEN = 'No verification token provided. Please check your email for the verification link.';
/** Allows only pictures of this shop, because the server of an external URL could log every visitor of the page. */
const OWN_PICTURE = /^\/media\/[\w-]+(?:[./][\w-]+)*$/;

export class RegisterForm {
  @ApiProperty({ example: 'anna@example.com' })
  @IsAddress()
  email!: string;

  @ApiProperty({ minLength: 8, maxLength: 128 })
  @IsAllowedPassword()
  password!: string;

  @ApiPropertyOptional({ minLength: 3, maxLength: 40, description: 'Derived from the address when missing' })
  @Blankable()
  @IsOptional()
  @MaxLength(40, LONG_USERNAME)
  @Matches(USERNAME, INVALID_USERNAME)
  @MinLength(3, SHORT_USERNAME)
  username?: string;

  @OptionalName({ description: 'Display name; the username when missing' })
  name?: string;

  @OptionalName()
  first_name?: string;

  @OptionalName()
  last_name?: string;

  @ApiPropertyOptional({ enum: LANGUAGES, description: 'Taken from the Accept-Language header when missing' })
  @Blankable()
  @IsOptional()
  @IsIn(LANGUAGES, LANGUAGE)
  language?: Language;
}

export class LoginForm {
  @ApiProperty()
  @ValidateBy({
    name: 'isCountable',
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
  // Every type is accepted here. A wrong type gets 401 instead of 400, so that a client with corrupt storage signs in again.
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
    description: 'The address of an account cannot be changed; the current address is accepted as no change',
  })
  @Allow()
  email?: unknown;

  @ApiPropertyOptional({ type: String, minLength: 3, maxLength: 40, nullable: true })
  @Trimmed()
  @IsOptional()
  @MaxLength(40, LONG_USERNAME)
  @Matches(USERNAME, INVALID_USERNAME)
  @MinLength(3, SHORT_USERNAME)
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
  @Blankable(null)
  @IsOptional()
  @MaxLength(200)
  @Matches(OWN_PICTURE, { message: 'The picture must be one of this shop' })
  avatar_url?: string | null;

  @ApiPropertyOptional({ enum: LANGUAGES, nullable: true })
  @IsOptional()
  @IsIn(LANGUAGES, LANGUAGE)
  language?: Language | null;
}

export class LanguageForm {
  @ApiProperty({ enum: LANGUAGES, example: 'en' })
  @IsIn(LANGUAGES, LANGUAGE)
  language!: Language;

  @ApiPropertyOptional({ maxLength: 40, example: 'user', description: 'Accepted for old clients, not stored' })
  @Blankable()
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
      'Whether the owner of the account has opened the link of a verification mail; required for guest purchases',
  })
  mailboxProven!: boolean;
}
