import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Passwords } from '../src/accounts/passwords/passwords.js';
import { type Role, User } from '../src/accounts/user.entity.js';

const PASSWORD = 'Kontrollquadrat-5cm';

export const DEMO_ACCOUNTS = [
  { name: 'admin', email: 'admin@example.com', password: PASSWORD },
  { name: 'designer', email: 'designer@example.com', password: PASSWORD },
  { name: 'buyer', email: 'buyer@example.com', password: PASSWORD },
] as const;

const PROFILES = {
  admin: { username: 'admin', displayName: 'Verwaltung', role: 'admin' },
  designer: { username: 'atelier', displayName: 'Atelier', role: 'user' },
  buyer: { username: 'naehfan', displayName: 'Nähfan', role: 'user' },
} as const satisfies Record<string, { username: string; displayName: string; role: Role }>;

/** Creates the missing demo accounts. @returns the ids of all three accounts */
export async function seedAccounts(em: EntityManager): Promise<Record<keyof typeof PROFILES, string>> {
  const passwords = new Passwords();
  const ids = {} as Record<keyof typeof PROFILES, string>;
  for (const { name, email, password } of DEMO_ACCOUNTS) {
    const existing = await em.findOne(User, { emailKey: email });
    const { username, displayName, role } = PROFILES[name];
    const user =
      existing ??
      em.create(User, {
        id: uuidv7(),
        email,
        emailKey: email,
        username,
        usernameKey: username,
        displayName,
        passwordHash: await passwords.hash(password),
        role,
        language: 'de',
        verifiedAt: new Date(),
        mailboxProvenAt: new Date(),
        createdAt: new Date(),
      });
    await em.persist(user).flush();
    ids[name] = user.id;
  }
  return ids;
}
