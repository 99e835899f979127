import type { PipeTransform } from '@nestjs/common';
import { validate } from 'uuid';
import { notFound } from '../api-error.js';

/** A UUID path parameter; an invalid UUID is handled like an unknown one. */
export function IdParam(code: string, what: string): PipeTransform<string, string> {
  return {
    transform(value) {
      if (!validate(value)) throw notFound(code, what);
      return value.toLowerCase();
    },
  };
}
