import { setApiBase } from './client';
import { takeInitialData } from './initial-data';
import type { paths } from './schema';
import type { ShopConfig } from './types';

const address = '/config.json' satisfies keyof paths;

const fallback: ShopConfig = {
  apiBase: '',
  shopName: 'Pattern Marketplace',
  publicUrl: '',
  stripePublishableKey: null,
  stripeApiBase: null,
  sandbox: false,
  mailboxUrl: null,
  homeStats: { patterns: '2,500+', customers: '50,000+', designers: '150+', rating: '4.9/5' },
  supportEmail: '',
  socialLinks: [],
  seller: { name: '', address: '' },
};

let current = fallback;

/** @returns the operator's configuration, which is loaded once before the first screen */
export function shopConfig(): ShopConfig {
  return current;
}

export async function loadConfig(): Promise<void> {
  const embedded = takeInitialData<ShopConfig>(address);
  try {
    current = { ...fallback, ...(embedded ?? (await fetchConfig())) };
  } catch {
    // Visitors can still browse the shop. The checkout shows that payment is unavailable.
  }
  setApiBase(current.apiBase);
}

async function fetchConfig(): Promise<Partial<ShopConfig>> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  return response.ok ? response.json() : {};
}
