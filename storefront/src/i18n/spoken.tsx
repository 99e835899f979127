import { type ReactNode, useLayoutEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../api/types';
import { speakerOf } from './i18n';

/**
 * The language of what stands inside. It belongs to a route and not to the shop, so that a screen never appears in a
 * language whose words are still on their way; `<html lang>` follows.
 */
export function Spoken({ language, children }: { language: Language; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <I18nextProvider i18n={speakerOf(language)}>{children}</I18nextProvider>;
}
