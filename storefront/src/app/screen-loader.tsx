import type { RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { loadWords } from '../i18n/i18n';
import type { WordFiles } from '../i18n/word-files';
import { whenConnected } from '../lib/when-connected';

export type Load = () => Promise<{ Page: React.ComponentType }>;

/** Loads a screen together with its messages, so that it never appears in the wrong language. */
export function screenLoader(load: Load, language: Language, namespaces: string[], files?: WordFiles) {
  return whenConnected(async () => {
    const [{ Page }] = await Promise.all([load(), loadWords(language, namespaces, files)]);
    return { element: <Page /> } satisfies RouteObject;
  });
}
