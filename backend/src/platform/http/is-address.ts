import { ValidateBy } from 'class-validator';
import { isEmailAddress } from '../mail/email-address.js';

export const IsAddress = () =>
  ValidateBy({
    name: 'isAddress',
    validator: { validate: isEmailAddress, defaultMessage: () => 'Please enter a valid email address' },
  });
