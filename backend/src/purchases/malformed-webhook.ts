import { Logger } from '@nestjs/common';
import { isUnstorable } from '../platform/http/body-limits.js';
import { Problem } from '../platform/problem.js';

const logger = new Logger('Payments');

/** Signed, and yet with text that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
export class MalformedWebhook extends Problem {
  constructor() {
    super(400, 'BAD_REQUEST', 'The event contains characters that are not text');
  }
}

/**
 * The provider tries a refused event again for three days and then gives up; nothing but the event itself is lost, as the
 * shop asks about each open payment by itself.
 * @throws MalformedWebhook 400 BAD_REQUEST
 */
export function refuseUnstorable(event: { id?: unknown; type?: unknown }): void {
  if (!hasUnstorableText(event)) return;
  logger.error({ type: printable(event.type), eventId: printable(event.id) }, 'webhook with unstorable text');
  throw new MalformedWebhook();
}

export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => isUnstorable(key) || hasUnstorableText(one));
}

const printable = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[^\w.-]/g, '?').slice(0, 80) : null;
