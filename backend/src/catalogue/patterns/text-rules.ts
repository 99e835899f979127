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

/** One line without line breaks or control characters, which could change a terminal, a header or a log. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
/** The same, with line breaks and tabs. */
const PROSE = /^(?:[^\p{Cc}\p{Zl}\p{Zp}]|[\n\t])*$/u;

const name = (args?: ValidationArguments) => args?.property ?? 'The text';

const rule = (id: string, validate: (value: unknown) => boolean, message: (args?: ValidationArguments) => string) =>
  ValidateBy({ name: id, validator: { validate, defaultMessage: message } });

const countCharacters = (text: string) => [...text].length;

/** Trims the text and converts line breaks to \n. */
export const TrimmedProse = () => ChangeText((text) => text.replace(/\r\n?/g, '\n').trim());

/** One line of `min` to `max` characters. */
export const OneLine = (min: number, max: number) =>
  rule(
    'oneLine',
    (value) =>
      typeof value === 'string' &&
      ONE_LINE.test(value) &&
      countCharacters(value) >= min &&
      countCharacters(value) <= max,
    (args) => `${name(args)} must be one line of ${min} to ${max} characters`,
  );

/** Paragraphs of `min` to `max` characters. */
export const Prose = (min: number, max: number) =>
  rule(
    'prose',
    (value) =>
      typeof value === 'string' && PROSE.test(value) && countCharacters(value) >= min && countCharacters(value) <= max,
    (args) => `${name(args)} must have ${min} to ${max} characters and no control characters`,
  );

/** A list of short lines, none of them empty. */
export const Lines = (maxItems: number, maxLength: number, options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'lines',
      validator: {
        validate: (value) => isLines(value, maxItems, maxLength),
        defaultMessage: (args) =>
          `${name(args)} must be a list of at most ${maxItems} entries, each one line of 1 to ${maxLength} characters`,
      },
    },
    options,
  );

/** Rows of a table; a cell may be empty. */
export const Rows = (maxRows: number, maxColumns: number) =>
  rule(
    'rows',
    (value) => Array.isArray(value) && value.length <= maxRows && value.every((row) => isLines(row, maxColumns, 40, 0)),
    (args) => `${name(args)} must have at most ${maxRows} rows of ${maxColumns} short texts`,
  );

/** In minor units. Up to this amount an invoice needs no buyer address (§ 33 UStDV), and the shop does not ask for one. */
const MAX_PRICE = 25_000;

/** 0, or an amount that is large enough for a card payment. */
export const Price = () =>
  rule(
    'price',
    (value) => Number.isInteger(value) && (value === 0 || ((value as number) >= 100 && (value as number) <= MAX_PRICE)),
    (args) => `${name(args)} must be 0 or between 100 and ${MAX_PRICE} (minor units, whole numbers)`,
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

/** An optional line of at most `max` characters. */
export const OptionalLine = (max: number, documentation: ApiPropertyOptions = {}, min = 0) =>
  applyDecorators(
    OneLine(min, max),
    IsOptional(),
    TrimmedProse(),
    ApiPropertyOptional({ ...(min && { minLength: min }), maxLength: max, ...documentation }),
  );

/** Optional paragraphs of at most `max` characters. */
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

/** An optional group of fields with rules of their own. */
export const OptionalFields = (form: Type, documentation: ApiPropertyOptions = {}) =>
  applyDecorators(
    TypeOf(() => form),
    ValidateNested(),
    IsObject(),
    IsOptional(),
    ApiPropertyOptional({ type: form, ...documentation }),
  );
