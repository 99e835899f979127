/** The currency in which prices are shown, charged and taxed. */
export const CURRENCIES = ['EUR'] as const;
