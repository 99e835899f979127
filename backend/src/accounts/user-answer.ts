import type { UserAnswer } from './accounts.contract.js';
import type { User } from './user.entity.js';

/** The public fields of an account, from the entity or from a row selected under these names. */
export type KnownUser = Pick<
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

/** The account as returned to its owner, in both documented spellings. */
export function userAnswer(user: KnownUser): UserAnswer {
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
