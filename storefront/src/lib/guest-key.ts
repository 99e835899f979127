import { inTab } from './storage';

/** @returns the key that identifies the guest's browser tab. The key is stored in the tab and sent only with orders. */
export function guestKey(): string {
  const stored = inTab.read('guest_key');
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  inTab.write('guest_key', key);
  return key;
}
