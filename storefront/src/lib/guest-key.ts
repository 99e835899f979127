import { inTab } from './storage';

/** The key by which the shop recognises the tab of a guest. It is stored in this tab only and sent only with orders. */
export function guestKey(): string {
  const stored = inTab.read('guest_key');
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  inTab.write('guest_key', key);
  return key;
}
