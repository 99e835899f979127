import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { validate } from 'uuid';
import { notFound } from '../api-error.js';

/**
 * Injects and documents a path parameter that contains a UUID. An invalid UUID gets the same response as an unknown one.
 * @param resource the resource in the message `<resource> not found`
 * @throws {ApiError} 404 `code`
 */
export function IdParam(name: string, code: string, resource: string, description?: string): ParameterDecorator {
  const pipe: PipeTransform<string, string> = {
    transform(value) {
      if (!validate(value)) throw notFound(code, resource);
      return value.toLowerCase();
    },
  };
  return (target, method, index) => {
    Param(name, pipe)(target, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
    ApiParam({ name, format: 'uuid', ...(description && { description }) })(target, method!, descriptor);
  };
}
