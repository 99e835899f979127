import type { Language, Purchase } from '../api/types';
import { formatLegalDate } from './format-date';

/** @returns the value of `{{day}}` in the texts about a waiting order */
export function deliveryDay({ deliveryFrom }: Pick<Purchase, 'deliveryFrom'>, language: Language): { day?: string } {
  return deliveryFrom ? { day: formatLegalDate(deliveryFrom, language) } : {};
}
