import { timingSafeEqual } from 'node:crypto';
import { deriveToken } from '../platform/derived-token.js';

export const QUEUES_PATH = '/api/admin/queues';
const NAME = 'queue_dashboard';
/** After an hour the administrator comes through the administration again. */
export const PASS_SECONDS = 3_600;

const seal = (secret: string, sessionId: string, until: number) =>
  deriveToken(secret, 'queue-dashboard', sessionId, until);

/** A cookie that opens the queue dashboard for as long as the session lasts, and for an hour at most. */
export function queuePass(secret: string, sessionId: string, https: boolean, now = Date.now()): string {
  const until = Math.floor(now / 1_000) + PASS_SECONDS;
  const value = `${sessionId}.${until}.${seal(secret, sessionId, until)}`;
  const flags = `Path=${QUEUES_PATH}; Max-Age=${PASS_SECONDS}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  return `${NAME}=${value}; ${flags}`;
}

/** @returns the session that a Cookie header names in a pass of ours, or null */
export function sessionOfPass(secret: string, header: string | undefined, now = Date.now()): string | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=([0-9a-f-]{36})\\.(\\d{1,12})\\.([\\w-]{43})(?:;|$)`).exec(header ?? '');
  if (!value) return null;
  const [, sessionId, until, given] = value as unknown as [string, string, string, string];
  const expected = seal(secret, sessionId, Number(until));
  const ours = timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  return ours && Number(until) * 1_000 > now ? sessionId : null;
}
