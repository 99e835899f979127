import type { Language, Purchase } from '../api/types';
import { formatLegalDate } from './format-date';

/** @returns the value of `{{day}}` in the texts about a waiting order */
export function deliveryDay({ deliveryFrom }: Pick<Purchase, 'deliveryFrom'>, language: Language): { day?: string } {
  return deliveryFrom ? { day: formatLegalDate(deliveryFrom, language) } : {};
}

/**
 * @returns the first day after the withdrawal period of an order that is placed at `now`, computed like WITHDRAWAL_ENDS_AT
 * on the server. Only the day in the confirmation of the order is binding.
 */
export function plannedDeliveryDay(now: Date): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now);
  const last = new Date(`${day}T12:00:00Z`);
  last.setUTCDate(last.getUTCDate() + 14);
  const weekend = { 6: 2, 0: 1 }[last.getUTCDay()] ?? 0;
  last.setUTCDate(last.getUTCDate() + weekend + 1);
  return last.toISOString();
}
