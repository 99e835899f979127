import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { i18nIn } from './i18n';

const { de, en } = i18nIn;

beforeAll(() => {
  de.addResourceBundle('de', 'shop', {
    hello: 'Hallo {{ name }}',
    nav: { home: 'Start' },
    sheets_zero: 'kein Blatt',
    sheets_one: '{{count}} Blatt',
    sheets_other: '{{count}} Blätter',
    plain: '{{count}} mal',
    list: [{ title: 'Von {{name}}', lines: ['eins', 'zwei für {{name}}'] }],
  });
  de.addResourceBundle('en', 'shop', { nav: { home: 'Home' } });
});
afterAll(() => {
  de.removeResourceBundle('de', 'shop');
  de.removeResourceBundle('en', 'shop');
});

describe('a message', () => {
  it('is found by language, namespace and path', () => {
    expect([de.t('shop:nav.home'), en.t('shop:nav.home')]).toEqual(['Start', 'Home']);
  });

  it('contains its values without escaping, because React escapes them', () => {
    expect(de.t('shop:hello', { name: '<b>$& {{count}} $t(shop:nav.home)' })).toBe(
      'Hallo <b>$& {{count}} $t(shop:nav.home)',
    );
    expect(de.t('shop:hello', { name: undefined })).toBe('Hallo ');
  });

  it.each([
    [0, 'kein Blatt'],
    [1, '1 Blatt'],
    [2, '2 Blätter'],
    [1.5, '1.5 Blätter'],
  ])('has the plural form of the language for the count %s', (count, text) => {
    expect(de.t('shop:sheets', { count })).toBe(text);
    expect(de.t('shop:plain', { count })).toBe(`${count} mal`);
  });

  it('can be a list', () => {
    expect(de.t('shop:list', { returnObjects: true, name: 'Lina' })).toEqual([
      { title: 'Von Lina', lines: ['eins', 'zwei für Lina'] },
    ]);
  });

  it('is taken from the other language when the messages of its language have not loaded', () => {
    expect(en.t('shop:hello', { name: 'Lina' })).toBe('Hallo Lina');
  });

  it('is the default value when its key is missing; without a default value the missing key throws', () => {
    expect(de.t('shop:code.GONE', { defaultValue: '' })).toBe('');
    expect(de.t('shop:nav.home.deeper', 'fallback')).toBe('fallback');
    expect(() => de.t('shop:code.GONE')).toThrow('No message shop:code.GONE');
  });
});
