import { type ReactNode, useLayoutEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../api/types';
import { i18nIn } from './i18n';

/**
 * Sets the language of its content and of `<html lang>`. It belongs to a route, so that a screen appears only after its
 * messages have loaded.
 */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <I18nextProvider i18n={i18nIn[language]}>{children}</I18nextProvider>;
}
