/** The currencies in which prices can be shown, charged and taxed. */
export const CURRENCIES = ['EUR'] as const;
