import { timingSafeEqual } from 'node:crypto';
import { deriveToken } from '../platform/derived-token.js';

export const QUEUES_PATH = '/api/admin/queues';
const COOKIE_NAME = 'queue_dashboard';
/** After this time, the administrator must open the dashboard from the operations page again. */
const PASS_SECONDS = 3_600;

const sign = (secret: string, sessionId: string, until: number) =>
  deriveToken(secret, 'queue-dashboard', sessionId, until);

/** @returns a Set-Cookie value that grants access to the queue dashboard while the session lasts, for an hour at most */
export function createQueuePass(secret: string, sessionId: string, https: boolean, now = Date.now()): string {
  const until = Math.floor(now / 1_000) + PASS_SECONDS;
  const value = `${sessionId}.${until}.${sign(secret, sessionId, until)}`;
  const flags = `Path=${QUEUES_PATH}; Max-Age=${PASS_SECONDS}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  return `${COOKIE_NAME}=${value}; ${flags}`;
}

/** @returns the session id in the pass of a Cookie header; null without a valid pass */
export function readPassSession(secret: string, header: string | undefined, now = Date.now()): string | null {
  const match = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([0-9a-f-]{36})\\.(\\d{1,12})\\.([\\w-]{43})(?:;|$)`).exec(
    header ?? '',
  );
  if (!match) return null;
  const [, sessionId, until, received] = match as unknown as [string, string, string, string];
  const expected = sign(secret, sessionId, Number(until));
  const valid = timingSafeEqual(Buffer.from(received), Buffer.from(expected));
  return valid && Number(until) * 1_000 > now ? sessionId : null;
}
