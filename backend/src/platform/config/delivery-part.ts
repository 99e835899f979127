import type { ConfigReader } from './reader.js';

/** When an order without the waiver is delivered: at once, or after the right of withdrawal has ended. */
export const DELIVERY_WITHOUT_WAIVER = ['at-once', 'after-14-days'] as const;
export type DeliveryWithoutWaiver = (typeof DELIVERY_WITHOUT_WAIVER)[number];

const SETTING = 'DELIVERY_WITHOUT_WAIVER';
const EXPECTED = `must be one of ${DELIVERY_WITHOUT_WAIVER.join(', ')}`;

export function readDelivery(read: ConfigReader): DeliveryWithoutWaiver {
  const value = read.text(SETTING);
  read.refuse(value === undefined, SETTING, `missing; ${EXPECTED}`);
  const delivery = DELIVERY_WITHOUT_WAIVER.find((name) => name === (value ?? 'at-once'));
  if (!delivery) read.problem(SETTING, EXPECTED);
  return delivery ?? 'at-once';
}
