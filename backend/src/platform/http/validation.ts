import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldProblem, ApiError } from '../api-error.js';

/** Validates bodies and queries against their DTO; drops unknown fields and reports invalid ones. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const details = errors.flatMap((error) => fields(error));
      return new ApiError(
        400,
        'VALIDATION_FAILED',
        details.map((d) => d.message).join(', ') || 'Invalid input',
        details,
      );
    },
  });
}

function fields(error: ValidationError, path = ''): FieldProblem[] {
  const field = path ? `${path}.${error.property}` : error.property;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => fields(child, field))];
}
