import { expect, it } from 'vitest';
import { countriesIn, likelyCountry, owesVat } from './countries';

it('lists each country once, with its name in the screen’s language and the nearest countries first', () => {
  const german = countriesIn('de');
  expect(german.near.map(({ label }) => label)).toEqual(['Deutschland', 'Österreich', 'Schweiz']);
  expect(countriesIn('en').near[0]).toEqual({ value: 'DE', label: 'Germany' });
  const values = [...german.near, ...german.all].map(({ value }) => value);
  expect(new Set(values).size).toBe(249);
  const names = german.all.map(({ label }) => label);
  expect(names.indexOf('Ägypten')).toBeLessThan(names.indexOf('Belgien'));
});

it('derives the likely country from the browser’s languages', () => {
  expect(likelyCountry(['de-AT', 'de'])).toBe('AT');
  expect(likelyCountry(['en', 'en-GB'])).toBe('GB');
  expect(likelyCountry(['en-US', 'en'])).toBe('DE');
  expect(likelyCountry(['de-ZZ'])).toBe('DE');
  expect(likelyCountry([])).toBe('DE');
});

it('charges VAT only in countries of the European Union', () => {
  expect(['DE', 'AT', 'GR'].map(owesVat)).toEqual([true, true, true]);
  expect(['US', 'GB', 'CH', 'NO'].map(owesVat)).toEqual([false, false, false, false]);
});
