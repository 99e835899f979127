import { ApiError } from './api-error';
import { api } from './client';
import type { components } from './schema';
import { storeTokens } from './tokens';
import type { Session } from './types';

export type Registration = components['schemas']['RegisterForm'];

const loginFailed = 'Login failed';
const noLogin = 'Invalid login response format';

/** The ways to begin a session; each stores its tokens. */
export const signIns = {
  withPassword: (email: string, password: string) =>
    begin(api.post('/api/auth/login', { body: { email, password }, fallback: loginFailed }), noLogin),
  withSecondFactor: (challenge: string, code: string) =>
    begin(api.post('/api/auth/login/second-factor', { body: { challenge, code }, fallback: loginFailed }), noLogin),
  register: (registration: Registration) =>
    begin(
      api.post('/api/auth/register', { body: registration, fallback: 'Registration failed' }),
      'Invalid registration response format',
    ),
};

async function begin(answer: Promise<Session>, formatProblem: string): Promise<Session> {
  const session = await answer;
  if (!session?.accessToken || !session.user) throw new ApiError(500, 'INVALID_RESPONSE', formatProblem);
  storeTokens(session);
  return session;
}
