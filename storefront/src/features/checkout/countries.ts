import type { ServedCountry } from '../../api/types';

/** Germany and two of its neighbours, which are listed first. */
const nearCountries = ['DE', 'AT', 'CH'];

export interface CountryOption {
  value: string;
  label: string;
}

const toOption = ({ country, name }: ServedCountry): CountryOption => ({ value: country, label: name });

/**
 * @returns `near`: Germany, Austria and Switzerland; `all`: the other countries. Both contain only countries that are served
 */
export function groupCountries(served: readonly ServedCountry[]): { near: CountryOption[]; all: CountryOption[] } {
  const near = nearCountries.flatMap((code) => served.filter(({ country }) => country === code));
  return { near: near.map(toOption), all: served.filter((one) => !near.includes(one)).map(toOption) };
}

/**
 * The likely country of the buyer, from the browser's languages: the first region among the languages, or Germany. American
 * English is the default of browsers that were never configured, so this function ignores American English.
 */
export function likelyCountry(languages: readonly string[] = navigator.languages ?? []): string {
  const regions = languages
    .filter((language) => language !== 'en-US')
    .map((language) => /-([A-Z]{2})$/.exec(language)?.[1]);
  return regions.find((region) => region !== undefined) ?? 'DE';
}

/**
 * The VAT in a gross price, rounded to whole cents (half a cent up), as on the invoice.
 * @param rate percent, with at most two decimals
 */
export function vatIncluded(grossCents: number, rate: number): number {
  const hundredths = Math.round(rate * 100);
  const whole = 10_000 + hundredths;
  return Math.floor((2 * grossCents * hundredths + whole) / (2 * whole));
}
