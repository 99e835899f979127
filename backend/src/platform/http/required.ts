import { ValidateBy } from 'class-validator';

/**
 * A text that is given; missing, empty, blank and what is no text get these words. The lowest decorator of a field is
 * checked first, so this one stands below those about length and form.
 */
export const Required = (message: string) =>
  ValidateBy({
    name: 'required',
    validator: {
      validate: (value) => typeof value === 'string' && value.trim() !== '',
      defaultMessage: () => message,
    },
  });
