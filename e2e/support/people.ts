import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

export interface Person {
  email: string;
  username: string;
  password: string;
}

/** The demo buyer, who has a purchase in every state. Journeys must not change this account. */
export const DEMO_BUYER: Person = {
  email: 'buyer@example.com',
  username: 'naehfan',
  password: 'Kontrollquadrat-5cm',
};

/** The demo designer and the demo administrator. Journeys must not change these accounts. */
export const DEMO_DESIGNER: Person = { ...DEMO_BUYER, email: 'designer@example.com', username: 'designer' };
export const DEMO_ADMIN: Person = { ...DEMO_BUYER, email: 'admin@example.com', username: 'admin' };

/** Creates the data of a person who has no account. */
export function createPersonData(): Person {
  const name = `gast-${randomUUID().slice(0, 13)}`;
  return { email: `${name}@example.org`, username: name, password: 'Fadenlauf-2026' };
}

/** Creates an account for a new person. The e-mail address is not verified. */
export async function registerPerson(request: APIRequestContext, language: 'de' | 'en' = 'de'): Promise<Person> {
  const person = createPersonData();
  const response = await request.post('/api/auth/register', { data: { ...person, name: person.username, language } });
  expect(response.status()).toBe(201);
  return person;
}

/** Signs in through the form, in the language of `path`, and waits for the redirect to `path`. */
export async function signIn(page: Page, { email, password }: Person, path: string): Promise<void> {
  const english = path === '/en' || path.startsWith('/en/');
  await page.goto(`${english ? '/en' : ''}/login?from=${encodeURIComponent(path)}`);
  await page.getByLabel(english ? /^Email address/ : /^E-Mail-Adresse/).fill(email);
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
  /** Lifetime of the access token in seconds. */
  expiresIn: number;
}

async function createSession(request: APIRequestContext, { email, password }: Person): Promise<Session> {
  const response = await request.post('/api/auth/login', { data: { email, password } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { data: Session }).data;
}

export async function fetchAccessToken(request: APIRequestContext, person: Person): Promise<string> {
  return (await createSession(request, person)).accessToken;
}

/** Signs in through the API, which is faster than the form. Then opens `path`, if given. */
export async function signInByApi(page: Page, person: Person, path?: string): Promise<void> {
  const { accessToken, refreshToken, expiresIn } = await createSession(page.request, person);
  await page.goto('/robots.txt');
  await page.evaluate(
    ([access, refresh, expiresAt]) => {
      localStorage.setItem('refresh_token', refresh!);
      localStorage.setItem('token_expires_at', expiresAt!);
      localStorage.setItem('access_token', access!);
    },
    [accessToken, refreshToken, String(Date.now() + expiresIn * 1000)],
  );
  if (!path) return;
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expectSignedIn(page);
}

/** Waits until the header shows the menu of the account. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Menü von |’s menu$/ })).toBeVisible();
}
