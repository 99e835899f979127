import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type as TypeOf } from 'class-transformer';
import {
  IsObject,
  IsOptional,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { ChangeText } from '../../platform/http/change-text.js';

/** Text without control characters, such as line breaks. They could manipulate a terminal, a header or a log. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
/** Like ONE_LINE, but also allows line breaks (\n) and tabs. */
const PROSE = /^(?:[^\p{Cc}\p{Zl}\p{Zp}]|[\n\t])*$/u;

const getFieldName = (args?: ValidationArguments) => args?.property ?? 'The text';

const createRule = (
  id: string,
  validate: (value: unknown) => boolean,
  message: (args?: ValidationArguments) => string,
) => ValidateBy({ name: id, validator: { validate, defaultMessage: message } });

const countCharacters = (text: string) => [...text].length;

/** Trims the text and converts line breaks to \n. */
export const TrimmedProse = () => ChangeText((text) => text.replace(/\r\n?/g, '\n').trim());

/** Requires one line of `min` to `max` characters. */
export const OneLine = (min: number, max: number) =>
  createRule(
    'oneLine',
    (value) =>
      typeof value === 'string' &&
      ONE_LINE.test(value) &&
      countCharacters(value) >= min &&
      countCharacters(value) <= max,
    (args) => `${getFieldName(args)} must be one line of ${min} to ${max} characters`,
  );

/** Requires a text of `min` to `max` characters, which can have several lines. */
export const Prose = (min: number, max: number) =>
  createRule(
    'prose',
    (value) =>
      typeof value === 'string' && PROSE.test(value) && countCharacters(value) >= min && countCharacters(value) <= max,
    (args) => `${getFieldName(args)} must have ${min} to ${max} characters and no control characters`,
  );

/** Requires a list of short lines, none of which is empty. */
export const Lines = (maxItems: number, maxLength: number, options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'lines',
      validator: {
        validate: (value) => isLines(value, maxItems, maxLength),
        defaultMessage: (args) =>
          `${getFieldName(args)} must be a list of at most ${maxItems} entries, each one line of 1 to ${maxLength} characters`,
      },
    },
    options,
  );

/** Requires the rows of a table, whose cells can be empty. */
export const Rows = (maxRows: number, maxColumns: number) =>
  createRule(
    'rows',
    (value) => Array.isArray(value) && value.length <= maxRows && value.every((row) => isLines(row, maxColumns, 40, 0)),
    (args) => `${getFieldName(args)} must have at most ${maxRows} rows of ${maxColumns} short texts`,
  );

/**
 * In minor units. Above this amount an invoice must contain the buyer's address (§ 33 UStDV), which the shop does not know.
 */
const MAX_PRICE = 25_000;

/** Requires 0, or an amount from 100 (the minimum of a card payment) to MAX_PRICE. */
export const Price = () =>
  createRule(
    'price',
    (value) => Number.isInteger(value) && (value === 0 || ((value as number) >= 100 && (value as number) <= MAX_PRICE)),
    (args) => `${getFieldName(args)} must be 0 or between 100 and ${MAX_PRICE} (minor units, whole numbers)`,
  );

function isLines(value: unknown, maxItems: number, maxLength: number, minLength = 1): boolean {
  if (!Array.isArray(value) || value.length > maxItems) return false;
  return value.every(
    (item) =>
      typeof item === 'string' &&
      ONE_LINE.test(item) &&
      item.trim().length >= minLength &&
      countCharacters(item) <= maxLength,
  );
}

/** An optional line of `min` to `max` characters. */
export const OptionalLine = (max: number, documentation: ApiPropertyOptions = {}, min = 0) =>
  applyDecorators(
    OneLine(min, max),
    IsOptional(),
    TrimmedProse(),
    ApiPropertyOptional({ ...(min && { minLength: min }), maxLength: max, ...documentation }),
  );

/** An optional text of at most `max` characters, which can have several lines. */
export const OptionalProse = (max: number, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    Prose(0, max),
    IsOptional(),
    TrimmedProse(),
    ApiPropertyOptional({ maxLength: max, ...documentation }),
  );

/** An optional list of short lines. */
export const OptionalLines = (maxItems: number, maxLength: number, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(Lines(maxItems, maxLength), IsOptional(), ApiPropertyOptional({ type: [String], ...documentation }));

/** An optional object, whose fields are validated by the rules of `form`. */
export const OptionalFields = (form: Type, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    TypeOf(() => form),
    ValidateNested(),
    IsObject(),
    IsOptional(),
    ApiPropertyOptional({ type: form, ...documentation }),
  );
