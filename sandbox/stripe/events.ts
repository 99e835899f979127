import type { Call } from './http/call.ts';
import type { Store } from './store.ts';
import { paginate, PAGING } from './http/listing.ts';
import { flag, listOf, readParameters, text } from './http/parameter-rules.ts';
import { resourceMissing } from './http/stripe-error.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** @returns the event with its current `pending_webhooks` */
export const withPendingWebhooks = (store: Store, event: StripeEvent): StripeEvent => ({
  ...event,
  pending_webhooks: store.rows.delivery.has(event.id) ? 1 : 0,
});

/** GET /v1/events/{id} */
export const retrieveEvent = ({ store, id, parameters }: Call): object => {
  readParameters(parameters, {});
  const event = store.rows.event.get(id);
  if (!event) throw resourceMissing('event', id, 'id');
  return withPendingWebhooks(store, event);
};

/** GET /v1/events; `type` can end in `*`. */
export const listEvents = ({ store, parameters }: Call): object => {
  const rules = { ...PAGING, type: text(), types: listOf(text()), delivery_success: flag };
  const params = readParameters(parameters, rules);
  const wanted = params.types ?? (params.type === undefined ? ['*'] : [params.type]);
  const keep = (event: StripeEvent) =>
    wanted.some((type) => (type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type)) &&
    (params.delivery_success === undefined || params.delivery_success !== store.rows.delivery.has(event.id));
  const found = paginate(store.rows.event, '/v1/events', params, keep);
  return { ...found, data: found.data.map((event) => withPendingWebhooks(store, event)) };
};
