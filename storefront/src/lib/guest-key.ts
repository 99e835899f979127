import { inTab } from './storage';

/** So that the shop knows this tab again when a guest orders; kept nowhere but here, and sent with orders alone. */
export function guestKey(): string {
  const stored = inTab.read('guest_key');
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  inTab.write('guest_key', key);
  return key;
}
