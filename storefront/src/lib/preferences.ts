import { useSyncExternalStore } from 'react';
import { onDevice } from './storage';

const yesNo = [true, false] as const;

/** Every preference with its allowed values. */
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
 * The event that a tab dispatches when it changes a preference. Other tabs receive a storage event. On both events
 * public/colour-scheme.js sets the attributes of <html>. That script also runs before the first paint, so that a dark page
 * does not flash white.
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

type UnknownObject = Record<string, unknown>;
const isGroup = (value: unknown): value is UnknownObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns `values`, but with the value of `base` where a value is missing or not allowed */
function merge<Values extends object>(values: unknown, base: Values, choices: object): Values {
  const result: UnknownObject = {};
  for (const [name, choice] of Object.entries(choices) as [keyof Values & string, unknown][]) {
    const value = isGroup(values) ? values[name] : undefined;
    if (Array.isArray(choice)) result[name] = choice.includes(value) ? value : base[name];
    else result[name] = merge(value, base[name] as object, choice as object);
  }
  return result as Values;
}

let cached: { text: string | null; preferences: Preferences } | undefined;

/** @returns the preferences that this browser stores, with the default for each missing or invalid preference */
export function readPreferences(): Preferences {
  const text = onDevice.read(KEY);
  // React needs the same object while nothing has changed.
  if (!cached || cached.text !== text)
    cached = { text, preferences: merge(parse(text)?.preferences, defaults, allowed) };
  return cached.preferences;
}

/** @returns false when the browser refuses storage */
export function savePreferences(change: Change, source: Source = 'user'): boolean {
  const preferences = merge(change, readPreferences(), allowed);
  const metadata = { version: VERSION, lastUpdated: new Date().toISOString(), source };
  const text = JSON.stringify({ preferences, metadata } satisfies StoredPreferences);
  if (!onDevice.write(KEY, text)) return false;
  window.dispatchEvent(new Event(CHANGED));
  return true;
}

/** Migrates preferences of an older version, whose values can be at the top level. */
export function migratePreferences(): void {
  const stored = parse(onDevice.read(KEY));
  if (!stored || readVersion(stored) >= VERSION) return;
  savePreferences(merge(stored.preferences ?? stored, defaults, allowed), 'migration');
}

export function readVersion(stored: UnknownObject): number {
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

/** @returns true when motion is reduced by a preference or by the system */
export const prefersReducedMotion = (): boolean => document.documentElement.dataset.motion === 'reduce';

function parse(text: string | null): UnknownObject | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isGroup(value) ? value : null;
  } catch {
    return null;
  }
}
