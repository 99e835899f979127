import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { ApiError } from '../../platform/api-error.js';

export const emailTaken = () =>
  new ApiError(409, 'EMAIL_TAKEN', 'An account with this email address already exists.', [
    { field: 'email', message: 'An account with this email address already exists.' },
  ]);

export const usernameTaken = () =>
  new ApiError(409, 'USERNAME_TAKEN', 'This username is already taken.', [
    { field: 'username', message: 'This username is already taken.' },
  ]);

export const emailNotChangeable = () =>
  new ApiError(400, 'EMAIL_NOT_CHANGEABLE', 'The email address of an account cannot be changed.', [
    { field: 'email', message: 'The email address of an account cannot be changed.' },
  ]);

/**
 * Maps a violated unique constraint to EMAIL_TAKEN or USERNAME_TAKEN. A concurrent request can take the address or the
 * username after the command has found both free.
 * @returns every other error unchanged
 */
export function asAccountConflict(error: unknown): unknown {
  if (!(error instanceof UniqueConstraintViolationException)) return error;
  const { constraint } = error as { constraint?: string };
  if (constraint === 'users_email_key_unique') return emailTaken();
  if (constraint === 'users_username_key_unique') return usernameTaken();
  return error;
}
