import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { BlankIsMissing } from './blank-is-missing.js';

interface ChoiceOptions {
  description?: string;
  default?: string;
  /** The error message for a value that is not one of the allowed ones. */
  message?: string;
}

/** An optional field that contains one of `values`; an empty value counts as missing. */
export const Choice = (values: readonly string[], { message, ...documentation }: ChoiceOptions = {}) =>
  applyDecorators(
    ApiPropertyOptional({ enum: [...values], ...documentation }),
    BlankIsMissing(),
    IsOptional(),
    IsIn(values, message === undefined ? undefined : { message }),
  );
