import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Blank } from './blank.js';

interface ChoiceOptions {
  description?: string;
  default?: string;
  /** The error message for any other value. */
  message?: string;
}

/** An optional field that contains one of `values`; an empty value counts as missing. */
export const Choice = (values: readonly string[], { message, ...documentation }: ChoiceOptions = {}) =>
  applyDecorators(
    ApiPropertyOptional({ enum: [...values], ...documentation }),
    Blank(),
    IsOptional(),
    IsIn(values, message === undefined ? undefined : { message }),
  );
