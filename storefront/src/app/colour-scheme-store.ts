import { onPreferences, readPreferences, savePreferences, type Theme } from '../lib/preferences';

/** Mantine's colour scheme manager on top of the preferences. */
export function colourSchemeStore() {
  let stop: (() => void) | undefined;
  return {
    get: () => readPreferences().theme,
    set: (theme: Theme) => {
      // Mantine echoes each change; saving it again would loop.
      if (theme !== readPreferences().theme) savePreferences({ theme });
    },
    subscribe: (update: (theme: Theme) => void) => {
      stop = onPreferences(() => update(readPreferences().theme));
    },
    unsubscribe: () => stop?.(),
    clear: () => void savePreferences({ theme: 'auto' }),
  };
}
