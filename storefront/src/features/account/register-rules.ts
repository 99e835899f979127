import { isEmail } from '../../lib/email';
import { isMixed } from './password-rules';

export interface RegisterValues {
  email: string;
  displayName: string;
  username: string;
  firstName: string;
  lastName: string;
  password: string;
  confirmation: string;
}

export function usernameProblem(value: string): string | null {
  const name = value.trim();
  if (!name) return 'auth:problem.usernameMissing';
  if (name.length < 3) return 'auth:problem.usernameShort';
  return /^[A-Za-z0-9_-]+$/.test(name) ? null : 'auth:problem.usernameCharacters';
}

/** The rules of the registration; each returns the key of a message, or null for a valid value. */
export const registerRules: {
  [Field in keyof RegisterValues]?: (value: string, values: RegisterValues) => string | null;
} = {
  email: (value) => (isEmail(value) ? null : 'auth:problem.email'),
  username: usernameProblem,
  password: (value) => {
    if (value.length < 8) return 'auth:problem.passwordShort';
    return isMixed(value) ? null : 'auth:problem.passwordWeak';
  },
  confirmation: (value, values) => (value === values.password ? null : 'auth:problem.passwordsDiffer'),
};

/** The body of the registration request. The user name replaces an empty display name. */
export function toRegistration(values: RegisterValues) {
  const firstName = values.firstName.trim();
  const lastName = values.lastName.trim();
  const username = values.username.trim();
  return {
    email: values.email.trim(),
    password: values.password,
    username,
    name: values.displayName.trim() || username,
    // Empty names are omitted.
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
  };
}
