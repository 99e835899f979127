import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeLanguage } from '../../i18n/detect-language';
import { correctEntry } from './entry-language';

/** Opens a URL as a whole page; returns the language of the screen and the path in the address bar afterwards. */
function open(address: string): [language: string, path: string] {
  window.history.replaceState(null, '', address);
  const language = correctEntry();
  return [language, window.location.pathname + window.location.search + window.location.hash];
}

beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en']);
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('the language of the first screen (review point 1)', () => {
  it.each(['nothing', 'en', 'de'] as const)('is German below /de, with %s stored, and stays so', (stored) => {
    if (stored !== 'nothing') storeLanguage(stored);
    expect(open('/de/patterns?category=Tops#results')).toEqual(['de', '/patterns?category=Tops#results']);
    expect(open('/patterns')).toEqual(['de', '/patterns']);
    expect(open('/DE')).toEqual(['de', '/']);
  });

  it('is English below /en, which keeps an earlier choice of German', () => {
    storeLanguage('de');
    expect(open('/en/patterns')).toEqual(['en', '/en/patterns']);
    expect(open('/patterns')).toEqual(['de', '/patterns']);
  });

  it('never leaves the shop', () => {
    expect(open('/de//evil.test/x')).toEqual(['de', '/evil.test/x']);
  });
});
