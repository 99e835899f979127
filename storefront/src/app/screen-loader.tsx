import type { RouteObject } from 'react-router-dom';
import type { Language } from '../api/types';
import { loadMessages } from '../i18n/i18n';
import type { MessageFiles } from '../i18n/message-files';
import { whenConnected } from '../lib/when-connected';

export type Load = () => Promise<{ Page: React.ComponentType }>;

/** Creates a route loader that loads a screen together with its messages, so that the screen never appears without texts. */
export function screenLoader(load: Load, language: Language, namespaces: string[], files?: MessageFiles) {
  return whenConnected(async () => {
    const [{ Page }] = await Promise.all([load(), loadMessages(language, namespaces, files)]);
    return { element: <Page /> } satisfies RouteObject;
  });
}
