import { Logger } from '@nestjs/common';
import { isUnstorable } from '../../platform/http/limits/body-limits.js';
import { ApiError } from '../../platform/api-error.js';

const logger = new Logger('Payments');

/** A signed event that PostgreSQL cannot store: it contains NUL or a lone surrogate, or is nested too deeply. */
export class MalformedWebhook extends ApiError {
  constructor() {
    super(400, 'BAD_REQUEST', 'The event contains invalid characters or is nested too deeply');
  }
}

/**
 * Refuses an event that PostgreSQL cannot store. Stripe retries a refused event for three days and then drops it, but
 * ReconcilePayments still checks each open payment.
 * @throws {MalformedWebhook} 400 BAD_REQUEST
 */
export function refuseUnstorable(event: { id?: unknown; type?: unknown }): void {
  if (!isUnstorableEvent(event)) return;
  logger.error({ type: printable(event.type), eventId: printable(event.id) }, 'webhook refused, cannot be stored');
  throw new MalformedWebhook();
}

/** Stripe's events have fewer than ten levels; JSON that is nested too deeply cannot be serialised again. */
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
