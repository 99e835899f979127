import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldProblem, ApiError } from '../api-error.js';

/** Validates bodies and queries against their DTO. Removes unknown fields and reports invalid ones. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const details = errors.flatMap((error) => toFieldProblems(error));
      return new ApiError(
        400,
        'VALIDATION_FAILED',
        details.map((d) => d.message).join(', ') || 'Invalid input',
        details,
      );
    },
  });
}

function toFieldProblems(error: ValidationError, path = ''): FieldProblem[] {
  const field = path ? `${path}.${error.property}` : error.property;
  const problems = Object.values(error.constraints ?? {}).map((message) => ({ field, message }));
  return [...problems, ...(error.children ?? []).flatMap((child) => toFieldProblems(child, field))];
}
