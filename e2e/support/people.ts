import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** The demo shop's buyer, who has a purchase in every state. Journeys only look at it. */
export const DEMO_BUYER: Person = {
  email: 'buyer@example.com',
  username: 'naehfan',
  password: 'Kontrollquadrat-5cm',
};

/** The demo shop's own designer and administrator. Journeys only look at what is theirs. */
export const DEMO_DESIGNER: Person = { ...DEMO_BUYER, email: 'designer@example.com', username: 'designer' };
export const DEMO_ADMIN: Person = { ...DEMO_BUYER, email: 'admin@example.com', username: 'admin' };

/** Somebody the shop has never seen. */
export function somebody(): Person {
  const name = `gast-${randomUUID().slice(0, 13)}`;
  return { email: `${name}@example.org`, username: name, password: 'Fadenlauf-2026' };
}

/** Somebody with an account. */
export async function somebodyKnown(request: APIRequestContext, language: 'de' | 'en' = 'de'): Promise<Person> {
  const person = somebody();
  const answer = await request.post('/api/auth/register', { data: { ...person, name: person.username, language } });
  expect(answer.status()).toBe(201);
  return person;
}

/** Signs in through the form and lands on `path`. */
export async function signIn(page: Page, { email, password }: Person, path: string): Promise<void> {
  const english = path === '/en' || path.startsWith('/en/');
  await page.goto(`${english ? '/en' : ''}/login?from=${encodeURIComponent(path)}`);
  await page.getByLabel(english ? 'E-mail address' : 'E-Mail-Adresse').fill(email);
  await page.getByLabel(english ? 'Password' : 'Passwort', { exact: true }).fill(password);
  await page
    .locator('form')
    .getByRole('button', { name: english ? 'Sign in' : 'Anmelden' })
    .click();
  await expect(page).toHaveURL(path);
}
