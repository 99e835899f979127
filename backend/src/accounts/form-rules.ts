import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { passwordProblem } from './passwords/password-policy.js';
import { ChangeText, Trimmed } from '../platform/http/change-text.js';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Removes leading and trailing spaces. A blank text becomes `undefined`: the field counts as missing. */
export const TrimmedOrMissing = () => ChangeText((text) => text.trim() || undefined);

/** Removes leading and trailing spaces. A blank text becomes `null`: the stored value is removed. */
export const TrimmedOrNull = () => ChangeText((text) => text.trim() || null);

/** Requires one line without control characters, because names are used in mail headers and log lines. */
export const IsPlainText = (maxLength: number) =>
  ValidateBy({
    name: 'isPlainText',
    validator: {
      validate: (value) => typeof value === 'string' && value.length <= maxLength && !CONTROL.test(value),
      defaultMessage: (args) => `${args?.property} must be one line of at most ${maxLength} characters`,
    },
  });

/** An optional name. A blank name counts as missing. */
export const OptionalName = (documentation: ApiPropertyOptions = {}) =>
  applyDecorators(IsPlainText(80), IsOptional(), TrimmedOrMissing(), ApiPropertyOptional(documentation));

/** An optional name in a profile change. Null leaves the stored name unchanged, a blank name removes it. */
export const ChangedName = (documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    IsPlainText(80),
    IsOptional(),
    Trimmed(),
    ApiPropertyOptional({ type: String, nullable: true, ...documentation }),
  );

export const IsAllowedPassword = () =>
  ValidateBy({
    name: 'isAllowedPassword',
    validator: {
      validate: (_value, args) => findProblem(args!) === null,
      defaultMessage: (args) => findProblem(args!)!,
    },
  });

/**
 * Requires a password for which `findPasswordProblem` returns null.
 * @param findPasswordProblem gets the password and all fields of the form; returns the error message or null
 */
export const IsPasswordWithoutProblem = (
  findPasswordProblem: (value: unknown, form: Record<string, unknown>) => string | null,
) => {
  const find = ({ value, object }: ValidationArguments) =>
    findPasswordProblem(value, object as Record<string, unknown>);
  return ValidateBy({
    name: 'isPasswordWithoutProblem',
    validator: { validate: (_value, args) => find(args!) === null, defaultMessage: (args) => find(args!)! },
  });
};

function findProblem({ value, object }: ValidationArguments): string | null {
  const { email, username, name } = object as Record<string, unknown>;
  return passwordProblem(
    value,
    [email, username, name].filter((part) => typeof part === 'string'),
  );
}
