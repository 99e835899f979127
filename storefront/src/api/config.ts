import { setApiBase } from './client';
import { takeInitialData } from './initial-data';
import type { paths } from './schema';
import type { ShopConfig } from './types';

const configPath = '/config.json' satisfies keyof paths;

/**
 * The configuration when the request fails. It omits the settings that only the checkout reads. Without these settings the
 * checkout takes no payment.
 */
const fallback: Omit<ShopConfig, 'deliveryWithoutWaiver' | 'stripePublishableKey' | 'stripeApiBase'> = {
  apiBase: '',
  shopName: 'Pattern Marketplace',
  publicUrl: '',
  sandbox: false,
  mailboxUrl: null,
  homeStats: { patterns: null, customers: null, designers: null, rating: null },
  supportEmail: '',
  socialLinks: [],
  seller: { name: '', address: '' },
  taxScheme: 'oss',
};

let current: typeof fallback & Partial<ShopConfig> = fallback;

/** @returns the operator's configuration, which is loaded once before the first screen */
export function shopConfig(): typeof current {
  return current;
}

/** @returns the suffix of the message keys for the texts about the VAT in prices */
export const vatKey = () => (current.taxScheme === 'small-business' ? 'noVat' : 'vat');

export async function loadConfig(): Promise<void> {
  const embedded = takeInitialData<ShopConfig>(configPath);
  try {
    current = { ...fallback, ...(embedded ?? (await fetchConfig())) };
  } catch {
    // With the fallback, visitors can browse the shop, and the checkout shows that payment is unavailable.
  }
  setApiBase(current.apiBase);
}

async function fetchConfig(): Promise<Partial<ShopConfig>> {
  const response = await fetch(configPath, { signal: AbortSignal.timeout(10_000) });
  return response.ok ? response.json() : {};
}
