import { placeName } from './place-name.js';
import {
  countryOf,
  DEFAULT_PLACES,
  MEMBER_STATES,
  OTHER_MEMBER_PLACES,
  PLACES,
  SANCTIONED,
  vatKeyOf,
} from './places.js';
import { taxNote, type TaxScheme, vatKeyFor } from './tax-scheme.js';

describe('a place', () => {
  it.each([
    // Art. 7 of Directive 2006/112/EC: Monaco counts as France, the Isle of Man as the United Kingdom.
    ['MC', 'FR'],
    ['IM', null],
    ['GB', null],
    // Art. 6: outside the VAT territory.
    ['ES-CN', null],
    ['ES-CE', null],
    ['ES-ML', null],
    ['AX', null],
    ['GP', null],
    ['GF', null],
    ['MQ', null],
    ['RE', null],
    ['YT', null],
    ['MF', null],
    ['GR-69', null],
    ['IT-LIVIGNO', null],
    ['IT-CAMPIONE', null],
    ['DE-BUESINGEN', null],
    ['DE-HELGOLAND', null],
    // Other territories of member states that are not in the EU.
    ['GL', null],
    ['FO', null],
    ['PF', null],
    ['NC', null],
    ['AW', null],
    ['CW', null],
    // Art. 105 and national law: regions with a standard rate of their own.
    ['PT-20', 'PT-20'],
    ['PT-30', 'PT-30'],
    ['AT-JUNGHOLZ', 'AT-JUNGHOLZ'],
    // Third countries, also those in the EEA.
    ['NO', null],
    ['CH', null],
    ['SM', null],
    ['VA', null],
    ['AD', null],
    ['US', null],
  ])('has the VAT of its country, of its region, or none: %s has the VAT key %s', (place, key) => {
    expect(PLACES).toContain(place);
    expect(vatKeyOf(place)).toBe(key);
  });

  it('has its own VAT key if it is a member state', () => {
    expect(MEMBER_STATES).toHaveLength(27);
    for (const state of MEMBER_STATES) expect(vatKeyOf(state)).toBe(state);
  });

  it('is listed once, and has a name in both languages', () => {
    expect(new Set(PLACES).size).toBe(PLACES.length);
    for (const language of ['de', 'en'] as const) {
      const names = PLACES.map((place) => placeName(place, language));
      expect(PLACES.filter((place, index) => names[index] === place)).toEqual([]);
      expect(new Set(names).size).toBe(PLACES.length);
    }
    expect(placeName('PT-20', 'de')).toBe('Azoren, Portugal');
  });

  it('belongs to the default only inside the VAT territory or the EEA, except Helgoland', () => {
    expect(DEFAULT_PLACES).toHaveLength(27 + 3 + 3 + 1);
    expect(DEFAULT_PLACES.filter((place) => SANCTIONED.includes(countryOf(place)))).toEqual([]);
  });

  it('counts towards the limit of 10,000 € in other member states', () => {
    for (const place of ['AT', 'FR', 'MC', 'PT-30', 'AT-JUNGHOLZ']) expect(OTHER_MEMBER_PLACES).toContain(place);
    for (const place of ['DE', 'NO', 'CH', 'ES-CN', 'AX', 'DE-HELGOLAND', 'IM'])
      expect(OTHER_MEMBER_PLACES).not.toContain(place);
  });
});

describe('a tax scheme', () => {
  it.each<[TaxScheme, string, string | null, RegExp | null]>([
    ['oss', 'DE', 'DE', null],
    ['oss', 'AT', 'AT', null],
    ['oss', 'MC', 'FR', null],
    ['oss', 'CH', null, /§ 3a/],
    ['oss', 'ES-CN', null, /§ 3a/],
    ['domestic', 'DE', 'DE', null],
    ['domestic', 'AT', 'DE', null],
    ['domestic', 'MC', 'DE', null],
    ['domestic', 'PT-20', 'DE', null],
    ['domestic', 'US', null, /§ 3a/],
    ['small-business', 'DE', null, /§ 19/],
    ['small-business', 'FR', null, /§ 19/],
    ['small-business', 'US', null, /§ 19/],
  ])('%s: a sale to %s has the VAT of %s and the note %s', (scheme, place, key, note) => {
    expect(vatKeyFor(scheme, place)).toBe(key);
    for (const language of ['de', 'en'] as const) {
      const sentence = taxNote(scheme, key, language);
      if (note) expect(sentence).toMatch(note);
      else expect(sentence).toBeNull();
    }
  });

  it('small-business has the words that § 34a UStDV requires', () => {
    expect(taxNote('small-business', null, 'de')).toContain('Steuerbefreiung für Kleinunternehmer');
  });
});
