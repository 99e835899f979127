import { afterEach, expect, it, vi } from 'vitest';
import { detectLanguage, storeLanguage } from './detect-language';

const browser = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const prefer = (preferences: object) => localStorage.setItem('user_preferences', JSON.stringify({ preferences }));

afterEach(() => {
  document.documentElement.lang = '';
});

it('asks the stored choice first, then the browser, then the page', () => {
  document.documentElement.lang = 'en';
  browser('fr-FR');
  expect(detectLanguage()).toBe('en');
  browser('fr-FR', 'de-AT', 'en-GB');
  expect(detectLanguage()).toBe('de');
  localStorage.setItem('i18nextLng', 'en');
  expect(detectLanguage()).toBe('en');
});

it('falls back to German', () => {
  browser('fr-FR');
  expect(detectLanguage()).toBe('de');
});

it('finds the choice under both stored keys', () => {
  browser('de-DE');
  prefer({ language: 'en' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('i18nextLng', 'de');
  expect(detectLanguage()).toBe('de');
});

it('knows German and English only', () => {
  browser('en-US');
  localStorage.setItem('i18nextLng', 'fr');
  expect(detectLanguage()).toBe('en');
  prefer({ language: 'es' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('user_preferences', 'not json');
  expect(detectLanguage()).toBe('en');
});

it('keeps a choice under both keys', () => {
  storeLanguage('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
  expect(JSON.parse(localStorage.getItem('user_preferences')!)).toMatchObject({ preferences: { language: 'en' } });
});

it('serves robots what the address says', () => {
  browser('en-US');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)');
  expect(detectLanguage()).toBe('de');
});
