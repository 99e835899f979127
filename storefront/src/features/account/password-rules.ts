const lower = /\p{Ll}/u;
const upper = /\p{Lu}/u;
const digit = /\d/;

export const maxPasswordLength = 128;

/** Whether a password contains a lower-case letter, an upper-case letter and a digit. */
export function isMixed(password: string): boolean {
  return lower.test(password) && upper.test(password) && digit.test(password);
}

export interface PasswordChange {
  current: string;
  next: string;
  confirmation: string;
}

/** The rules of the password change; each returns the key of a message, or null for a valid value. */
export const changeRules: {
  [Field in keyof PasswordChange]: (value: string, values: PasswordChange) => string | null;
} = {
  current: (value) => (value ? null : 'account:password.currentMissing'),
  next: (value, { current }) => {
    if (value.length < 8) return 'account:password.short';
    if (!isMixed(value)) return 'account:password.weak';
    return value === current ? 'account:password.same' : null;
  },
  confirmation: (value, { next }) => (value === next ? null : 'auth:problem.passwordsDiffer'),
};

/** Checks a password on the reset screen, where six characters are enough. @returns the message key of each broken rule */
export function resetProblems(password: string): string[] {
  if (!password) return ['auth:reset.problem.empty'];
  return [
    password.length < 6 && 'auth:reset.problem.short',
    !upper.test(password) && 'auth:reset.problem.upper',
    !lower.test(password) && 'auth:reset.problem.lower',
    !digit.test(password) && 'auth:reset.problem.digit',
  ].filter((problem) => problem !== false);
}
