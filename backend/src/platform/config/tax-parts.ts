import { countryOf, DEFAULT_PLACES, PLACES, SANCTIONED } from '../tax/places.js';
import { TAX_SCHEMES, type TaxScheme } from '../tax/tax-scheme.js';
import type { ConfigReader } from './reader.js';

export function readTaxScheme(read: ConfigReader): TaxScheme {
  const value = read.text('TAX_SCHEME');
  read.refuse(value === undefined, 'TAX_SCHEME', `missing; must be one of ${TAX_SCHEMES.join(', ')}`);
  const scheme = TAX_SCHEMES.find((name) => name === (value ?? 'oss'));
  if (!scheme) read.problem('TAX_SCHEME', `must be one of ${TAX_SCHEMES.join(', ')}`);
  return scheme ?? 'oss';
}

/** The places to which the shop sells. Sanctioned countries are never among them. */
export function readPlaces(read: ConfigReader): readonly string[] {
  const value = read.text('COUNTRIES');
  if (value === undefined) return DEFAULT_PLACES;
  if (value === 'all') return PLACES.filter((place) => !SANCTIONED.includes(countryOf(place)));
  const places = [...new Set(value.split(',').map((place) => place.trim().toUpperCase()))].filter(Boolean);
  if (places.length === 0) read.problem('COUNTRIES', 'names no country');
  const unknown = places.filter((place) => !PLACES.includes(place));
  if (unknown.length > 0)
    read.problem('COUNTRIES', `unknown: ${unknown.join(', ')}; expected codes such as AT, or all`);
  const sanctioned = places.filter((place) => SANCTIONED.includes(countryOf(place)));
  if (sanctioned.length > 0) read.problem('COUNTRIES', `sanctioned: ${sanctioned.join(', ')}`);
  return places;
}
