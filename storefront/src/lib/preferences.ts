export type Theme = 'light' | 'dark' | 'auto';

const key = 'user_preferences';

const defaults = {
  language: 'de',
  theme: 'auto' as Theme,
  currency: 'EUR',
  notifications: { email: true, push: false, marketing: false },
  accessibility: { reducedMotion: false, highContrast: false, fontSize: 'medium' },
  display: { density: 'comfortable', layout: 'grid' },
};

export type Preferences = typeof defaults;

/** What this visitor chose on this device; unreadable storage counts as nothing chosen. */
export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { preferences?: Partial<Preferences> };
    return { ...defaults, ...stored.preferences };
  } catch {
    return defaults;
  }
}

export function savePreferences(change: Partial<Preferences>): void {
  const metadata = { version: 1, lastUpdated: new Date().toISOString(), source: 'user' };
  localStorage.setItem(key, JSON.stringify({ preferences: { ...readPreferences(), ...change }, metadata }));
}

/** Tells Mantine where the colour scheme is kept and when another tab changed it. */
export function colourSchemeStore() {
  let listen: ((event: StorageEvent) => void) | null = null;
  return {
    get: () => readPreferences().theme,
    set: (theme: Theme) => savePreferences({ theme }),
    subscribe: (update: (theme: Theme) => void) => {
      listen = (event) => {
        if (event.key === key) update(readPreferences().theme);
      };
      window.addEventListener('storage', listen);
    },
    unsubscribe: () => {
      if (listen) window.removeEventListener('storage', listen);
    },
    clear: () => savePreferences({ theme: 'auto' }),
  };
}
