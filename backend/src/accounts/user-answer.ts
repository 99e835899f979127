import type { UserAnswer } from './accounts.contract.js';
import type { User } from './user.entity.js';

/** The fields from which `userAnswer` makes the response: those of a `User`, or of a database row with these columns. */
export type AccountFields = Pick<
  User,
  | 'id'
  | 'email'
  | 'username'
  | 'displayName'
  | 'firstName'
  | 'lastName'
  | 'avatarUrl'
  | 'role'
  | 'language'
  | 'verifiedAt'
  | 'createdAt'
>;

/** @returns the response; some fields are in both camelCase and snake_case, because the specification names both */
export function userAnswer(user: AccountFields): UserAnswer {
  const verified = !!user.verifiedAt;
  const createdAt = user.createdAt.toISOString();
  const avatarUrl = user.avatarUrl ?? null;
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    displayName: user.displayName,
    display_name: user.displayName,
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    avatar_url: avatarUrl,
    avatarUrl,
    role: user.role,
    is_verified: verified,
    emailVerified: verified,
    language: user.language,
    created_at: createdAt,
    createdAt,
  };
}
