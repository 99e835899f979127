import { type ReactNode, useLayoutEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../api/types';
import { i18nIn } from './i18n';

/**
 * Sets the language of its content and of `<html lang>`. Each language route has its own provider, so that the language
 * changes only when the messages of the new screen have loaded.
 */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <I18nextProvider i18n={i18nIn[language]}>{children}</I18nextProvider>;
}
