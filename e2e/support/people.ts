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
export function unregisteredPerson(): Person {
  const name = `gast-${randomUUID().slice(0, 13)}`;
  return { email: `${name}@example.org`, username: name, password: 'Fadenlauf-2026' };
}

/** Somebody with an account. */
export async function registeredPerson(request: APIRequestContext, language: 'de' | 'en' = 'de'): Promise<Person> {
  const person = unregisteredPerson();
  const answer = await request.post('/api/auth/register', { data: { ...person, name: person.username, language } });
  expect(answer.status()).toBe(201);
  return person;
}

/** Signs in through the form and lands on `path`. */
export async function signIn(page: Page, { email, password }: Person, path: string): Promise<void> {
  const english = path === '/en' || path.startsWith('/en/');
  await page.goto(`${english ? '/en' : ''}/login?from=${encodeURIComponent(path)}`);
  await page.getByLabel(english ? 'Email address' : 'E-Mail-Adresse').fill(email);
  await page.getByLabel(english ? 'Password' : 'Passwort', { exact: true }).fill(password);
  await page
    .locator('form')
    .getByRole('button', { name: english ? 'Sign in' : 'Anmelden' })
    .click();
  await expect(page).toHaveURL(path);
}

interface Session {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
}

async function sessionOf(request: APIRequestContext, { email, password }: Person): Promise<Session> {
  const answer = await request.post('/api/auth/login', { data: { email, password } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: Session }).data;
}

export async function accessTokenOf(request: APIRequestContext, person: Person): Promise<string> {
  return (await sessionOf(request, person)).accessToken;
}

/** Is signed in without the form, which has journeys of its own, and opens `path` when one is named. */
export async function enter(page: Page, person: Person, path?: string): Promise<void> {
  const { accessToken, refreshToken, expiresIn } = await sessionOf(page.request, person);
  await page.goto('/robots.txt');
  await page.evaluate(
    ([access, refresh, until]) => {
      localStorage.setItem('refresh_token', refresh!);
      localStorage.setItem('token_expires_at', until!);
      localStorage.setItem('access_token', access!);
    },
    [accessToken, refreshToken, String(Date.now() + expiresIn * 1000)],
  );
  if (!path) return;
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expectSignedIn(page);
}

/** The page knows who is there: after it has opened it first has to ask. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Menü von|Menu of) / })).toBeVisible();
}
