import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';

/** One line: without line breaks and without what steers a terminal, a header or a log. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
/** Prose may have paragraphs and tabs. */
const PROSE = /^(?:[^\p{Cc}\p{Zl}\p{Zp}]|[\n\t])*$/u;

const name = (args?: ValidationArguments) => args?.property ?? 'The text';

const rule = (id: string, validate: (value: unknown) => boolean, say: (args?: ValidationArguments) => string) =>
  ValidateBy({ name: id, validator: { validate, defaultMessage: say } });

const long = (text: string) => [...text].length;

/** Trims the text and takes line breaks as every system writes them. */
export const Tidied = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value));

/** One line of `min` to `max` characters. */
export const OneLine = (min: number, max: number) =>
  rule(
    'oneLine',
    (value) => typeof value === 'string' && ONE_LINE.test(value) && long(value) >= min && long(value) <= max,
    (args) => `${name(args)} must be one line of ${min} to ${max} characters`,
  );

/** Paragraphs of `min` to `max` characters. */
export const Prose = (min: number, max: number) =>
  rule(
    'prose',
    (value) => typeof value === 'string' && PROSE.test(value) && long(value) >= min && long(value) <= max,
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

/** Rows of a table; an empty cell is fine. */
export const Rows = (maxRows: number, maxColumns: number) =>
  rule(
    'rows',
    (value) => Array.isArray(value) && value.length <= maxRows && value.every((row) => isLines(row, maxColumns, 40, 0)),
    (args) => `${name(args)} must have at most ${maxRows} rows of ${maxColumns} short texts`,
  );

/** Up to here, in minor units, an invoice may leave out the buyer's address (§ 33 UStDV), which nobody is asked for. */
const MAX_PRICE = 25_000;

/** Nothing, or an amount that is worth a card payment. */
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
      typeof item === 'string' && ONE_LINE.test(item) && item.trim().length >= minLength && long(item) <= maxLength,
  );
}
