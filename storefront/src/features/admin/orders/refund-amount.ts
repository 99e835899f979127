import type { AdminPurchase } from '../../../api/admin';

type Amounts = Pick<AdminPurchase, 'amountCents' | 'refundedCents' | 'requestedCents'>;

/** @returns what is neither refunded nor requested, in cents */
export const amountLeft = ({ amountCents, refundedCents, requestedCents }: Amounts): number =>
  amountCents - refundedCents - requestedCents;

/** @returns the amount of a text such as `9,90` or `9.9` in cents; null when it is no amount from 0,01 to `left` */
export function parseAmount(text: string, left: number): number | null {
  const trimmed = text.trim().replace(',', '.');
  const cents = Math.round(Number(trimmed) * 100);
  return /^\d{1,7}(\.\d{1,2})?$/.test(trimmed) && cents >= 1 && cents <= left ? cents : null;
}

/** @returns the amount for the text field: `9,90` */
export const formatAmount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
