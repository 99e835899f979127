import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { passwordProblem } from './passwords/password-policy.js';
import { ChangeText, Trimmed } from '../platform/http/change-text.js';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Treats an empty text as missing (or, with null, as "remove it"). */
export const Blankable = (blank: null | undefined = undefined) => ChangeText((text) => text.trim() || blank);

/** One line without control characters: names are used in mail headers and log lines. */
export const IsPlainText = (maxLength: number) =>
  ValidateBy({
    name: 'isPlainText',
    validator: {
      validate: (value) => typeof value === 'string' && value.length <= maxLength && !CONTROL.test(value),
      defaultMessage: (args) => `${args?.property} must be one line of at most ${maxLength} characters`,
    },
  });

/** An optional name; a blank one counts as missing. */
export const OptionalName = (documentation: ApiPropertyOptions = {}) =>
  applyDecorators(IsPlainText(80), IsOptional(), Blankable(), ApiPropertyOptional(documentation));

/** An optional name in a change; null leaves it, a blank one removes it. */
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

/** A password that `problem` accepts; `problem` can read the other fields of the form. */
export const IsPasswordWithout = (problem: (value: unknown, form: Record<string, unknown>) => string | null) => {
  const find = ({ value, object }: ValidationArguments) => problem(value, object as Record<string, unknown>);
  return ValidateBy({
    name: 'isPasswordWithout',
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
