import type { PipeTransform } from '@nestjs/common';
import { validate } from 'uuid';
import { notFound } from '../api-error.js';

/** An id in a path; one that cannot exist is answered like one that does not. */
export function IdParam(code: string, what: string): PipeTransform<string, string> {
  return {
    transform(value) {
      if (!validate(value)) throw notFound(code, what);
      return value.toLowerCase();
    },
  };
}
