import { expect, it } from 'vitest';
import { groupCountries, likelyCountry, vatIncluded } from './countries';

const served = ['AT', 'BE', 'DE', 'ES-CN'].map((country) => ({
  country,
  name: `Name of ${country}`,
  vatRate: 20,
  vatCountry: null,
  taxNote: null,
}));

it('groupCountries lists each served country once, with Germany and its neighbours first', () => {
  const { near, all } = groupCountries(served);
  expect(near).toEqual([
    { value: 'DE', label: 'Name of DE' },
    { value: 'AT', label: 'Name of AT' },
  ]);
  expect(all.map(({ value }) => value)).toEqual(['BE', 'ES-CN']);
});

it('likelyCountry derives the country from the browser’s languages', () => {
  expect(likelyCountry(['de-AT', 'de'])).toBe('AT');
  expect(likelyCountry(['en', 'en-GB'])).toBe('GB');
  expect(likelyCountry(['en-US', 'en'])).toBe('DE');
  expect(likelyCountry([])).toBe('DE');
});

it.each([
  [1190, 19, 190],
  [1290, 19, 206],
  [1290, 20, 215],
  [990, 25.5, 201],
  [4, 19, 1],
  [3, 20, 1],
])('vatIncluded computes the VAT in %d cents at %d %% as the invoice does: %d', (gross, rate, vat) => {
  expect(vatIncluded(gross, rate)).toBe(vat);
});
