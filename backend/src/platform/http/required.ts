import { ValidateBy } from 'class-validator';

/**
 * Requires a non-blank string, with one message for missing, blank and non-string values. Write it below the decorators for
 * length and format: decorators run from the bottom to the top, and only the first error of a field is reported.
 */
export const Required = (message: string) =>
  ValidateBy({
    name: 'required',
    validator: {
      validate: (value) => typeof value === 'string' && value.trim() !== '',
      defaultMessage: () => message,
    },
  });
