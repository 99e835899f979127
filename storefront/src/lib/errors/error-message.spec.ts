import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error';
import { i18nIn, loadLaterMessages, loadSharedMessages } from '../../i18n/i18n';
import { refusalMessage, sendErrorMessage } from './account-problems';
import { errorMessage } from './error-message';

const error = (status: number, code = `HTTP_${status}`) => new ApiError(status, code, 'the server’s message');
const translator = async (language: 'de' | 'en') => {
  await loadLaterMessages();
  await loadSharedMessages(language);
  return i18nIn[language].t;
};
const message = async (language: 'de' | 'en', problem: unknown, fallback?: string) => {
  return errorMessage(await translator(language), problem, fallback);
};

describe('the message of a failed request', () => {
  it.each([
    [error(0, 'NETWORK_ERROR'), 'Connection error. Please check your internet connection.'],
    [error(408, 'REQUEST_TIMEOUT'), 'Request timed out. Please try again.'],
    [error(500), 'Server error. Please try again later.'],
    [error(503, 'UNAVAILABLE'), 'Server error. Please try again later.'],
    [error(404), 'The requested resource was not found.'],
    [error(401), 'You are not authorized to perform this action.'],
    [error(403), 'You are not authorized to perform this action.'],
    [error(401, 'INVALID_CREDENTIALS'), 'Invalid email or password'],
    [error(403, 'EMAIL_NOT_VERIFIED'), 'Your account has not been verified yet. Please check your emails.'],
    [error(409, 'EMAIL_TAKEN'), 'An account with this email address already exists.'],
    [error(418), 'Something went wrong. Please try again.'],
    [new Error('not an ApiError'), 'Something went wrong. Please try again.'],
  ])('has an English text: %s → %s', async (problem, text) => {
    expect(await message('en', problem)).toBe(text);
  });

  it.each([
    [error(0), 'Keine Verbindung. Bitte prüfe deine Internetverbindung.'],
    [error(408), 'Die Antwort hat zu lange gedauert. Bitte versuch es noch einmal.'],
    [error(500), 'Der Server hat gerade ein Problem. Bitte versuch es später noch einmal.'],
    [error(401, 'INVALID_CREDENTIALS'), 'E-Mail-Adresse oder Passwort stimmt nicht.'],
  ])('has a German text: %s → %s', async (problem, text) => {
    expect(await message('de', problem)).toBe(text);
  });

  it('is the fallback of the screen, unless the server was not reached or the error code has its own text', async () => {
    expect(await message('en', error(500), 'The list did not load.')).toBe('The list did not load.');
    expect(await message('en', error(0), 'The list did not load.')).toMatch(/^Connection error/);
    expect(await message('en', error(409, 'EMAIL_TAKEN'), 'x')).toMatch(/^An account/);
  });

  it('is the server’s message only after a refusal (4xx) on an English screen', async () => {
    const t = await translator('en');
    expect(refusalMessage(t, error(422), 'en', 'Login failed')).toBe('the server’s message');
    expect(refusalMessage(t, error(500), 'en', 'Login failed')).toBe('Login failed');
    expect(refusalMessage(t, error(422), 'de', 'Nicht geklappt')).toBe('Nicht geklappt');
  });

  it('says after a 429 that the verification mail is already on its way', async () => {
    const t = await translator('en');
    expect(sendErrorMessage(t, error(429, 'TOO_MANY_REQUESTS'))).toMatch(/already on its way/);
    expect(sendErrorMessage(t, error(500))).toBe('Failed to send verification email. Please try again.');
  });
});

it('the English message files contain the required error texts word for word', () => {
  const files = import.meta.glob('../../i18n/locales/en/{errors,later,auth,checkout}.json', { eager: true });
  const messages = JSON.stringify(files);
  for (const text of [
    'Password reset failed. Please try again.',
    'Sign up failed. Please try again.',
    'Your card was declined. Please try a different card.',
    'Insufficient funds on your card.',
    'Payment failed. Please try again.',
    'Invalid card details. Please check your information.',
    'If the problem persists, please contact our support.',
  ])
    expect(messages).toContain(`"${text}"`);
});
