import { afterEach, expect, it, vi } from 'vitest';
import { detectLanguage, storeLanguage } from './detect-language';

const setBrowserLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const storePreferences = (preferences: object) =>
  localStorage.setItem('user_preferences', JSON.stringify({ preferences }));

afterEach(() => {
  document.documentElement.lang = '';
});

it('is the stored language, else the first known language of the browser, else the language of the page', () => {
  document.documentElement.lang = 'en';
  setBrowserLanguages('fr-FR');
  expect(detectLanguage()).toBe('en');
  setBrowserLanguages('fr-FR', 'de-AT', 'en-GB');
  expect(detectLanguage()).toBe('de');
  localStorage.setItem('i18nextLng', 'en');
  expect(detectLanguage()).toBe('en');
});

it('is German when nothing else is known', () => {
  setBrowserLanguages('fr-FR');
  expect(detectLanguage()).toBe('de');
});

it('reads the stored language from its own key or from the preferences', () => {
  setBrowserLanguages('de-DE');
  storePreferences({ language: 'en' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('i18nextLng', 'de');
  expect(detectLanguage()).toBe('de');
});

it('ignores stored values other than German and English', () => {
  setBrowserLanguages('en-US');
  localStorage.setItem('i18nextLng', 'fr');
  expect(detectLanguage()).toBe('en');
  storePreferences({ language: 'es' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('user_preferences', 'not json');
  expect(detectLanguage()).toBe('en');
});

it('stores the language under its own key and in the preferences', () => {
  storeLanguage('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
  expect(JSON.parse(localStorage.getItem('user_preferences')!)).toMatchObject({ preferences: { language: 'en' } });
});

it('is German for robots, whatever their browser prefers', () => {
  setBrowserLanguages('en-US');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)');
  expect(detectLanguage()).toBe('de');
});
