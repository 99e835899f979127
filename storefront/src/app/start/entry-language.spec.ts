import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeLanguage } from '../../i18n/detect-language';
import { setEntryLanguage } from './entry-language';

/** Loads a URL as a page. @returns the language of the screen and the path, query and fragment in the address bar */
function loadPage(url: string): [language: string, path: string] {
  window.history.replaceState(null, '', url);
  const language = setEntryLanguage();
  return [language, window.location.pathname + window.location.search + window.location.hash];
}

beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en']);
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('the language of the first screen', () => {
  it.each(['nothing', 'en', 'de'] as const)(
    'is German below /de when the browser has stored %s, and stays German without the prefix',
    (stored) => {
      if (stored !== 'nothing') storeLanguage(stored);
      expect(loadPage('/de/patterns?category=Tops#results')).toEqual(['de', '/patterns?category=Tops#results']);
      expect(loadPage('/patterns')).toEqual(['de', '/patterns']);
      expect(loadPage('/DE')).toEqual(['de', '/']);
    },
  );

  it('is English below /en, and the stored choice of German remains', () => {
    storeLanguage('de');
    expect(loadPage('/en/patterns')).toEqual(['en', '/en/patterns']);
    expect(loadPage('/patterns')).toEqual(['de', '/patterns']);
  });

  it('is German below /de, and the URL without the prefix never leads to another host', () => {
    expect(loadPage('/de//evil.test/x')).toEqual(['de', '/evil.test/x']);
  });
});
