/** Prices are shown, charged and taxed in this one. */
export const CURRENCIES = ['EUR'] as const;
