import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, type ValidationOptions } from 'class-validator';
import { type PageNumbers, pageNumbers } from '../page-numbers.js';
import { BlankIsMissing } from './blank-is-missing.js';

/** An optional whole number from 1 to `maximum`; an empty value counts as missing. */
export const NumberUpTo = (maximum: number, fallback: number, message?: ValidationOptions) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', default: fallback, minimum: 1, maximum }),
    BlankIsMissing(),
    IsOptional(),
    Type(() => Number),
    IsInt(message),
    Min(1, message),
    Max(maximum, message),
  );

/** The page of a list, counted from 1. */
export const PageNumber = () => NumberUpTo(100_000, 1);

/** The number of entries per page. @param fallback the default */
export const PageSize = (fallback: number) => NumberUpTo(100, fallback);

/**
 * The contract of one page of a list.
 * @param key the field with the entries
 * @param texts the descriptions of the entries and of the total
 */
export function PageOf<Key extends string, Entry extends object>(
  key: Key,
  entry: Class<Entry>,
  texts: { entries?: string; total?: string } = {},
): Class<Record<Key, Entry[]> & PageNumbers> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- gets its fields below
  class Page {}
  const documentField = (name: string, options: object, description?: string) =>
    ApiProperty({ ...options, ...(description && { description }) })(Page.prototype, name);
  documentField(key, { type: [entry] }, texts.entries);
  for (const name of NUMBERS) documentField(name, { type: 'integer' }, name === 'total' ? texts.total : undefined);
  return Page as Class<Record<Key, Entry[]> & PageNumbers>;
}

const NUMBERS = Object.keys(pageNumbers(1, 1, 0));
