import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defaults, migratePreferences, onPreferences, readPreferences, savePreferences } from './preferences';

const KEY = 'user_preferences';
const stored = () => JSON.parse(localStorage.getItem(KEY)!);

describe('preferences', () => {
  it('have default values when nothing valid is stored', () => {
    expect(readPreferences()).toEqual({
      language: 'de',
      theme: 'auto',
      currency: 'EUR',
      notifications: { email: true, push: false, marketing: false },
      accessibility: { reducedMotion: false, highContrast: false, fontSize: 'medium' },
      display: { density: 'comfortable', layout: 'grid' },
    });
    for (const broken of ['{"preferences', 'null', '7', '[]', '{"preferences":7}']) {
      localStorage.setItem(KEY, broken);
      expect(readPreferences()).toEqual(defaults);
    }
  });

  it('are stored with version, time and source, and a change keeps the other values', () => {
    const before = Date.now();
    savePreferences({ accessibility: { fontSize: 'large' } });
    savePreferences({ display: { layout: 'list' } });
    expect(stored().preferences).toEqual({
      ...defaults,
      accessibility: { ...defaults.accessibility, fontSize: 'large' },
      display: { density: 'comfortable', layout: 'list' },
    });
    expect(stored().metadata).toMatchObject({ version: 1, source: 'user' });
    expect(Date.parse(stored().metadata.lastUpdated)).toBeGreaterThanOrEqual(before);
  });

  it('have the default instead of a stored value that is not allowed', () => {
    const accessibility = { fontSize: 'giant', highContrast: 'yes', reducedMotion: true };
    const preferences = { theme: 'sepia', currency: 'USD', accessibility, display: null, other: 1 };
    localStorage.setItem(KEY, JSON.stringify({ preferences, metadata: { version: 1 } }));
    expect(readPreferences()).toEqual({
      ...defaults,
      accessibility: { ...defaults.accessibility, reducedMotion: true },
    });
  });

  it.each([
    ['no version', { preferences: { theme: 'dark', display: { density: 'compact' } } }],
    ['version 0', { preferences: { theme: 'dark', display: { density: 'compact' } }, metadata: { version: 0 } }],
    ['their values at the top level', { theme: 'dark', display: { density: 'compact' }, fontSize: 12 }],
  ])('are migrated to the current format when they have %s', (_what, old) => {
    localStorage.setItem(KEY, JSON.stringify(old));
    migratePreferences();
    expect(stored()).toMatchObject({
      preferences: { ...defaults, theme: 'dark', display: { density: 'compact', layout: 'grid' } },
      metadata: { version: 1, source: 'migration' },
    });
  });

  it('are not migrated when they have the current version, and are not created when none are stored', () => {
    savePreferences({ theme: 'dark' });
    const before = localStorage.getItem(KEY);
    migratePreferences();
    expect(localStorage.getItem(KEY)).toBe(before);
    localStorage.clear();
    migratePreferences();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('notify listeners of changes in this tab and in other tabs', () => {
    const update = vi.fn();
    const stop = onPreferences(update);
    savePreferences({ theme: 'dark' });
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    expect(update).toHaveBeenCalledTimes(2);
    stop();
    savePreferences({ theme: 'light' });
    expect(update).toHaveBeenCalledTimes(2);
  });

  it('cannot be saved when the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(savePreferences({ theme: 'dark' })).toBe(false);
  });
});

describe('the attributes of the page', () => {
  /** The fake media queries by name. `notify` reports a change to the page. */
  const system: Record<string, { matches: boolean; notify: () => void }> = {};
  const setSystem = (name: string, matches: boolean) => {
    system[name]!.matches = matches;
    system[name]!.notify();
  };
  const page = document.documentElement;
  const readAttributes = () => ({ ...page.dataset });

  const clear = () => {
    for (const name of Object.keys(page.dataset)) delete page.dataset[name];
  };

  beforeAll(() => {
    // All test files share one page. This call removes the attributes that earlier tests have set.
    clear();
    const originalMatchMedia = window.matchMedia;
    window.matchMedia = ((query: string) => {
      const name = /prefers-([a-z-]+)/.exec(query)![1]!;
      const media = { matches: false, notify: () => undefined as void };
      system[name] = media;
      return Object.assign(media, { addEventListener: (_: string, notify: () => void) => (media.notify = notify) });
    }) as unknown as typeof matchMedia;
    runInThisContext(readFileSync(join(import.meta.dirname, '../../public/colour-scheme.js'), 'utf8'));
    window.matchMedia = originalMatchMedia;
    return clear;
  });

  it('change with the preferences', () => {
    savePreferences({
      theme: 'dark',
      accessibility: { highContrast: true, reducedMotion: true, fontSize: 'x-large' },
      display: { density: 'compact', layout: 'list' },
    });
    expect(readAttributes()).toEqual({
      mantineColorScheme: 'dark',
      contrast: 'more',
      motion: 'reduce',
      fontSize: 'x-large',
      density: 'compact',
      layout: 'list',
    });
    savePreferences(defaults, 'reset');
    expect(readAttributes()).toEqual({
      mantineColorScheme: 'light',
      fontSize: 'medium',
      density: 'comfortable',
      layout: 'grid',
    });
  });

  it('follow the settings of the system, but not its colour scheme after the visitor has chosen a theme', () => {
    savePreferences({ theme: 'auto' });
    setSystem('color-scheme', true);
    setSystem('contrast', true);
    setSystem('reduced-motion', true);
    expect(readAttributes()).toMatchObject({ mantineColorScheme: 'dark', contrast: 'more', motion: 'reduce' });
    savePreferences({ theme: 'light' });
    expect(readAttributes().mantineColorScheme).toBe('light');
    for (const name of Object.keys(system)) setSystem(name, false);
    expect(readAttributes()).not.toHaveProperty('contrast');
  });

  it('change with the preferences of another tab', () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({ preferences: { ...defaults, theme: 'dark' }, metadata: { version: 1 } }),
    );
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(readAttributes().mantineColorScheme).toBe('dark');
  });
});
