import { afterEach, expect, it, vi } from 'vitest';
import { detectLanguage, storeLanguage } from './detect-language';

const setBrowserLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const storePreferences = (preferences: object) =>
  localStorage.setItem('user_preferences', JSON.stringify({ preferences }));

afterEach(() => {
  document.documentElement.lang = '';
});

it('detectLanguage prefers the stored language, then the first known language of the browser, then that of the page', () => {
  document.documentElement.lang = 'en';
  setBrowserLanguages('fr-FR');
  expect(detectLanguage()).toBe('en');
  setBrowserLanguages('fr-FR', 'de-AT', 'en-GB');
  expect(detectLanguage()).toBe('de');
  localStorage.setItem('i18nextLng', 'en');
  expect(detectLanguage()).toBe('en');
});

it('detectLanguage returns German when it finds no known language', () => {
  setBrowserLanguages('fr-FR');
  expect(detectLanguage()).toBe('de');
});

it('detectLanguage reads the stored language from its own key or from the preferences', () => {
  setBrowserLanguages('de-DE');
  storePreferences({ language: 'en' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('i18nextLng', 'de');
  expect(detectLanguage()).toBe('de');
});

it('detectLanguage ignores stored values other than German and English', () => {
  setBrowserLanguages('en-US');
  localStorage.setItem('i18nextLng', 'fr');
  expect(detectLanguage()).toBe('en');
  storePreferences({ language: 'es' });
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('user_preferences', 'not json');
  expect(detectLanguage()).toBe('en');
});

it('storeLanguage stores the language under its own key and in the preferences', () => {
  storeLanguage('en');
  expect(localStorage.getItem('i18nextLng')).toBe('en');
  expect(JSON.parse(localStorage.getItem('user_preferences')!)).toMatchObject({ preferences: { language: 'en' } });
});

it('detectLanguage returns German for robots, even when their browser prefers English', () => {
  setBrowserLanguages('en-US');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)');
  expect(detectLanguage()).toBe('de');
});
