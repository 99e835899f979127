import { describe, expect, it } from 'vitest';
import { Speaker } from './speaker';

function german(): Speaker {
  const speaker = new Speaker('de');
  speaker.addResourceBundle('shop', {
    hello: 'Hallo {{ name }}',
    nav: { home: 'Start' },
    sheets_zero: 'kein Blatt',
    sheets_one: '{{count}} Blatt',
    sheets_other: '{{count}} Blätter',
    plain: '{{count}} mal',
    list: [{ title: 'Von {{name}}', lines: ['eins', 'zwei für {{name}}'] }],
  });
  return speaker;
}

describe('words', () => {
  it('are found by namespace and path', () => {
    const speaker = german();
    expect(speaker.t('shop:nav.home')).toBe('Start');
    expect(speaker.getFixedT()('shop:nav.home')).toBe('Start');
  });

  it('are filled with values, which stay what they are', () => {
    const { t } = german();
    expect(t('shop:hello', { name: '<b>$& {{count}}' })).toBe('Hallo <b>$& {{count}}');
    expect(t('shop:hello', {})).toBe('Hallo ');
    expect(t('shop:hello', { name: '<a href="x">', interpolation: { escapeValue: true } })).toBe(
      'Hallo &lt;a href=&quot;x&quot;&gt;',
    );
  });

  it.each([
    [0, 'kein Blatt'],
    [1, '1 Blatt'],
    [2, '2 Blätter'],
    [1.5, '1.5 Blätter'],
  ])('for %s follow the number', (count, said) => {
    const { t } = german();
    expect(t('shop:sheets', { count })).toBe(said);
    expect(t('shop:plain', { count })).toBe(`${count} mal`);
  });

  it('come as lists and groups when they are asked for', () => {
    const { t } = german();
    expect(t('shop:list', { returnObjects: true, name: 'Lina' })).toEqual([
      { title: 'Von Lina', lines: ['eins', 'zwei für Lina'] },
    ]);
    expect(t('shop:list')).toBe('list');
  });

  it('that are missing are the default, or else the key', () => {
    const { t } = german();
    expect(t('shop:code.GONE', { defaultValue: '' })).toBe('');
    expect(t('shop:nav.home.deeper', 'fallback')).toBe('fallback');
    expect(t('shop:code.GONE')).toBe('code.GONE');
    expect(t('unknown:a')).toBe('a');
  });
});
