import type { Call } from './http/call.ts';
import type { Store } from './store.ts';
import { page, PAGING } from './http/listing.ts';
import { flag, listOf, read, text } from './http/parameter-rules.ts';
import { noSuch } from './http/stripe-error.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** @returns the event with its current `pending_webhooks` */
export const eventNow = (store: Store, event: StripeEvent): StripeEvent => ({
  ...event,
  pending_webhooks: store.rows.delivery.has(event.id) ? 1 : 0,
});

/** GET /v1/events/{id} */
export const retrieveEvent = ({ store, id, parameters }: Call): object => {
  read(parameters, {});
  const event = store.rows.event.get(id);
  if (!event) throw noSuch('event', id, 'id');
  return eventNow(store, event);
};

/** GET /v1/events; `type` may end in `*`. */
export const listEvents = ({ store, parameters }: Call): object => {
  const rules = { ...PAGING, type: text(), types: listOf(text()), delivery_success: flag };
  const given = read(parameters, rules);
  const wanted = given.types ?? (given.type === undefined ? ['*'] : [given.type]);
  const keep = (event: StripeEvent) =>
    wanted.some((type) => (type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type)) &&
    (given.delivery_success === undefined || given.delivery_success !== store.rows.delivery.has(event.id));
  const found = page(store.rows.event, '/v1/events', given, keep);
  return { ...found, data: found.data.map((event) => eventNow(store, event)) };
};
