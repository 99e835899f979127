import { Logger } from '@nestjs/common';
import { isUnstorable } from '../../platform/http/limits/body-limits.js';
import { ApiError } from '../../platform/api-error.js';

const logger = new Logger('Payments');

/** Signed, and yet nothing that PostgreSQL can store: NUL or half of a surrogate pair in a text, or nested without end. */
export class MalformedWebhook extends ApiError {
  constructor() {
    super(400, 'BAD_REQUEST', 'The event contains characters that are not text, or is nested too deep');
  }
}

/**
 * The provider tries a refused event again for three days and then gives up; nothing but the event itself is lost, as the
 * shop asks about each open payment by itself.
 * @throws MalformedWebhook 400 BAD_REQUEST
 */
export function refuseUnstorable(event: { id?: unknown; type?: unknown }): void {
  if (!isUnstorableEvent(event)) return;
  logger.error({ type: printable(event.type), eventId: printable(event.id) }, 'webhook that cannot be stored');
  throw new MalformedWebhook();
}

/** Events of the provider nest fewer than ten levels; what is nested without end cannot be written as JSON again. */
const MAX_DEPTH = 100;

export function isUnstorableEvent(event: unknown): boolean {
  const pending: [value: unknown, depth: number][] = [[event, 0]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, depth] = next;
    if (depth > MAX_DEPTH || (typeof value === 'string' && isUnstorable(value))) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (isUnstorable(key)) return true;
      pending.push([child, depth + 1]);
    }
  }
  return false;
}

const printable = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/[^\w.-]/g, '?').slice(0, 80) : null;
