import type { Call } from './http/call.ts';
import type { Ledger } from './ledger.ts';
import { page, PAGING } from './http/listing.ts';
import { flag, listOf, read, text } from './http/parameter-rules.ts';
import { noSuch } from './http/stripe-error.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** The event as it looks now: `pending_webhooks` counts down when it has been delivered. */
export const eventNow = (ledger: Ledger, event: StripeEvent): StripeEvent => ({
  ...event,
  pending_webhooks: ledger.rows.delivery.has(event.id) ? 1 : 0,
});

/** GET /v1/events/{id} */
export const retrieveEvent = ({ ledger, id, parameters }: Call): object => {
  read(parameters, {});
  const event = ledger.rows.event.get(id);
  if (!event) throw noSuch('event', id, 'id');
  return eventNow(ledger, event);
};

/** GET /v1/events; `type` may end in `*`. */
export const listEvents = ({ ledger, parameters }: Call): object => {
  const rules = { ...PAGING, type: text(), types: listOf(text()), delivery_success: flag };
  const given = read(parameters, rules);
  const wanted = given.types ?? (given.type === undefined ? ['*'] : [given.type]);
  const keep = (event: StripeEvent) =>
    wanted.some((type) => (type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type)) &&
    (given.delivery_success === undefined || given.delivery_success !== ledger.rows.delivery.has(event.id));
  const found = page(ledger.rows.event, '/v1/events', given, keep);
  return { ...found, data: found.data.map((event) => eventNow(ledger, event)) };
};
