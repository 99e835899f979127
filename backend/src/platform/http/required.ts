import { ValidateBy } from 'class-validator';

/**
 * Requires a non-blank string; the message covers missing, blank and non-string values. Decorators run from the lowest
 * one up, so place this below those for length and format.
 */
export const Required = (message: string) =>
  ValidateBy({
    name: 'required',
    validator: {
      validate: (value) => typeof value === 'string' && value.trim() !== '',
      defaultMessage: () => message,
    },
  });
