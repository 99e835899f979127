import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound, ApiError } from '../platform/api-error.js';
import { DELIVERY_STATE } from './delivery-rows.js';
import type { DeliveryState } from './events.contract.js';

interface LockedDelivery {
  state: DeliveryState;
  replayed: boolean;
}

/**
 * From here to the end of the transaction nobody else decides about this delivery.
 * @throws ApiError 404 EVENT_NOT_FOUND or DELIVERY_NOT_FOUND
 */
export async function lockDelivery(em: EntityManager, eventId: string, job: string): Promise<LockedDelivery> {
  const [delivery] = await em.execute<LockedDelivery[]>(
    `select ${DELIVERY_STATE} as state, d.replayed_at is not null as replayed
     from deliveries d where d.event_id = ? and d.reaction = ? for update`,
    [eventId, job],
  );
  if (delivery) return delivery;
  const [event] = await em.execute<object[]>('select 1 from outbox_events where id = ?', [eventId]);
  throw event ? notFound('DELIVERY_NOT_FOUND', 'Delivery') : notFound('EVENT_NOT_FOUND', 'Event');
}

export const notDead = (state: DeliveryState) =>
  new ApiError(409, 'DELIVERY_NOT_DEAD', `This delivery is not a dead letter: it is ${state}. Nothing was changed.`);
