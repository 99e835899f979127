import { useSyncExternalStore } from 'react';
import { onDevice } from './storage';

const yesNo = [true, false] as const;

/** Every preference and its possible values; the first of a group is the default. */
export const allowed = {
  language: ['de', 'en'],
  theme: ['auto', 'light', 'dark'],
  currency: ['EUR'],
  notifications: { email: yesNo, push: yesNo, marketing: yesNo },
  accessibility: { reducedMotion: yesNo, highContrast: yesNo, fontSize: ['small', 'medium', 'large', 'x-large'] },
  display: { density: ['comfortable', 'compact'], layout: ['grid', 'list'] },
} as const;

type ValuesOf<Choices> = {
  [Name in keyof Choices]: Choices[Name] extends readonly (infer Value)[] ? Value : ValuesOf<Choices[Name]>;
};

export type Preferences = ValuesOf<typeof allowed>;
export type Theme = Preferences['theme'];
export type Change = { [Name in keyof Preferences]?: Preferences[Name] | Partial<Preferences[Name]> };
export type Source = 'user' | 'reset' | 'import' | 'migration';

export interface StoredPreferences {
  preferences: Preferences;
  metadata: { version: number; lastUpdated: string; source: Source };
}

export const VERSION = 1;
const KEY = 'user_preferences';
/**
 * Dispatched in the tab that changes a preference; other tabs receive a storage event. public/colour-scheme.js handles both:
 * it runs before the first paint, so that a dark page never flashes white, and alone sets the attributes of <html>. It has
 * no comments because browsers load it as it is.
 */
const CHANGED = 'preferences';

export const defaults: Preferences = {
  language: 'de',
  theme: 'auto',
  currency: 'EUR',
  notifications: { email: true, push: false, marketing: false },
  accessibility: { reducedMotion: false, highContrast: false, fontSize: 'medium' },
  display: { density: 'comfortable', layout: 'grid' },
};

type Loose = Record<string, unknown>;
const isGroup = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The allowed values of `values`; `over` fills the gaps. */
function merged<Values extends object>(values: unknown, over: Values, choices: object): Values {
  const result: Loose = {};
  for (const [name, choice] of Object.entries(choices) as [keyof Values & string, unknown][]) {
    const value = isGroup(values) ? values[name] : undefined;
    if (Array.isArray(choice)) result[name] = choice.includes(value) ? value : over[name];
    else result[name] = merged(value, over[name] as object, choice as object);
  }
  return result as Values;
}

let cached: { text: string | null; preferences: Preferences } | undefined;

/** The preferences stored on this device; missing or unreadable ones have their defaults. */
export function readPreferences(): Preferences {
  const text = onDevice.read(KEY);
  // React needs the same object as long as nothing has changed.
  if (!cached || cached.text !== text)
    cached = { text, preferences: merged(parsed(text)?.preferences, defaults, allowed) };
  return cached.preferences;
}

/** @returns false when the browser refuses storage */
export function savePreferences(change: Change, source: Source = 'user'): boolean {
  const preferences = merged(change, readPreferences(), allowed);
  const metadata = { version: VERSION, lastUpdated: new Date().toISOString(), source };
  const text = JSON.stringify({ preferences, metadata } satisfies StoredPreferences);
  if (!onDevice.write(KEY, text)) return false;
  window.dispatchEvent(new Event(CHANGED));
  return true;
}

/** Migrates preferences of an older format, in which the values may be at the top level. */
export function migratePreferences(): void {
  const stored = parsed(onDevice.read(KEY));
  if (!stored || readVersion(stored) >= VERSION) return;
  savePreferences(merged(stored.preferences ?? stored, defaults, allowed), 'migration');
}

export function readVersion(stored: Loose): number {
  const version = isGroup(stored.metadata) ? stored.metadata.version : 0;
  return typeof version === 'number' ? version : 0;
}

export function onPreferences(update: () => void): () => void {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) update();
  };
  window.addEventListener('storage', followOtherTab);
  window.addEventListener(CHANGED, update);
  return () => {
    window.removeEventListener('storage', followOtherTab);
    window.removeEventListener(CHANGED, update);
  };
}

export const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, readPreferences);

/** Whether motion is reduced, by preference or by the system; colour-scheme.js sets the attribute. */
export const movesCalmly = (): boolean => document.documentElement.dataset.motion === 'reduce';

function parsed(text: string | null): Loose | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isGroup(value) ? value : null;
  } catch {
    return null;
  }
}
