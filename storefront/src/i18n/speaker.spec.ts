import { describe, expect, it } from 'vitest';
import { Speaker } from './speaker';

function german(): Speaker {
  const speaker = new Speaker();
  speaker.addResourceBundle('de', 'shop', {
    hello: 'Hallo {{ name }}',
    nav: { home: 'Start' },
    sheets_zero: 'kein Blatt',
    sheets_one: '{{count}} Blatt',
    sheets_other: '{{count}} Blätter',
    plain: '{{count}} mal',
    list: [{ title: 'Von {{name}}', lines: ['eins', 'zwei für {{name}}'] }],
  });
  speaker.addResourceBundle('en', 'shop', { nav: { home: 'Home' } });
  speaker.changeLanguage('de');
  return speaker;
}

describe('words', () => {
  it('are found by namespace and path, in the language that is spoken or that was asked for', () => {
    const speaker = german();
    expect(speaker.t('shop:nav.home')).toBe('Start');
    expect(speaker.getFixedT('en')('shop:nav.home')).toBe('Home');
    speaker.changeLanguage('en');
    expect(speaker.t('shop:nav.home')).toBe('Home');
    expect(speaker.getFixedT(null)('shop:nav.home')).toBe('Home');
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

  it('tell who listens that the language has changed, until they stop listening', () => {
    const speaker = german();
    let heard = 0;
    const hear = () => (heard += 1);
    speaker.on('languageChanged', hear);
    speaker.changeLanguage('en');
    speaker.off('languageChanged', hear);
    speaker.changeLanguage('de');
    expect(heard).toBe(1);
  });
});
