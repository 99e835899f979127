import { ApiProperty } from '@nestjs/swagger';
import { MaxLength, ValidateBy } from 'class-validator';
import { isEmailAddress } from '../../platform/mail/email-address.js';
import { Required } from '../../platform/http/required.js';
import { IsPasswordWithoutProblem } from '../form-rules.js';
import { newPasswordProblem, resetPasswordProblem } from './password-policy.js';

const NO_TOKEN = 'Invalid password reset link. Please request a new password reset.';

const emailProblem = (value: unknown) =>
  typeof value === 'string' && value.trim() !== ''
    ? 'Please enter a valid email address'
    : 'Please enter your email address';

export class ChangePasswordForm {
  @ApiProperty({ example: 'Kreuzstich7' })
  @MaxLength(1000, { message: 'The password may have at most 1000 characters' })
  @Required('Current password is required')
  current_password!: string;

  @ApiProperty({
    minLength: 8,
    maxLength: 128,
    example: 'Hexenstich-12',
    description: 'With a lowercase letter, an uppercase letter and a digit; not the current one, not a common one',
  })
  @IsPasswordWithoutProblem((value, form) => newPasswordProblem(value, form.current_password))
  new_password!: string;
}

export class PasswordResetRequestForm {
  @ApiProperty({ format: 'email', example: 'anna@example.com' })
  @ValidateBy({
    name: 'isEmailAddress',
    validator: { validate: isEmailAddress, defaultMessage: (args) => emailProblem(args?.value) },
  })
  email!: string;
}

export class ResetPasswordForm {
  @ApiProperty({
    description: 'From the link in the mail; works once, for 30 minutes',
    example: 'Zr0ZQ0bWJ7c5kQ2v8mJp1n3yTq6xLw9aBd4eFg5hIjk',
  })
  @Required(NO_TOKEN)
  token!: string;

  @ApiProperty({
    minLength: 6,
    maxLength: 128,
    example: 'Hexenstich-12',
    description: 'With a lowercase letter, an uppercase letter and a digit; not a common one',
  })
  @IsPasswordWithoutProblem((value) => resetPasswordProblem(value))
  new_password!: string;
}

export class ResetLinkAnswer {
  @ApiProperty({ enum: [true], type: Boolean }) valid!: boolean;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T19:54:00.000Z' }) expiresAt!: string;
}

/** One English sentence about the result. */
export class MessageAnswer {
  @ApiProperty({ example: 'If an account exists with that email, a password reset link has been sent.' })
  message!: string;
}
