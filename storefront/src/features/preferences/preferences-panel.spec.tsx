import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { storeLanguage } from '../../i18n/detect-language';
import { defaults, readPreferences, savePreferences } from '../../lib/preferences';
import { PreferencesPanel } from './preferences-panel';

const open = async () => {
  fakeApi({});
  const router = await openScreen(<PreferencesPanel />, { at: '/en/preferences?tab=x' });
  return { router, user: userEvent.setup() };
};
const radio = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('radio', { name });
const importFile = (user: ReturnType<typeof userEvent.setup>, text: string, name = 'preferences.json') =>
  user.upload(screen.getByLabelText('Import', { selector: 'input' }), new File([text], name));
const metadata = { version: 1, lastUpdated: '2026-01-01T00:00:00.000Z', source: 'user' };

afterEach(() => vi.unstubAllGlobals());

describe('the preferences', () => {
  it('are stored as soon as the user chooses them, and a message confirms that they are stored', async () => {
    const { user } = await open();
    expect(radio('Colour scheme', 'Match system')).toHaveProperty('checked', true);
    await user.click(radio('Colour scheme', 'Dark'));
    await user.click(radio('Spacing', 'Compact'));
    await user.click(radio('Show patterns as', 'List'));
    await user.click(radio('Font size', 'Very large'));
    await user.click(screen.getByRole('checkbox', { name: 'High contrast' }));
    await user.click(screen.getByRole('checkbox', { name: 'Reduced motion' }));
    expect(readPreferences()).toMatchObject({
      theme: 'dark',
      display: { density: 'compact', layout: 'list' },
      accessibility: { fontSize: 'x-large', highContrast: true, reducedMotion: true },
    });
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(radio('Colour scheme', 'Dark')).toHaveProperty('checked', true);
  });

  it('change the language of the open screen, and keep the query in its URL', async () => {
    const { router, user } = await open();
    await user.click(radio('Language', 'Deutsch'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/preferences'));
    expect(router.state.location.search).toBe('?tab=x');
    expect([localStorage.getItem('i18nextLng'), readPreferences().language]).toEqual(['de', 'de']);
  });

  it('can be reset except for the language, and the reset can be undone', async () => {
    savePreferences({ language: 'en', theme: 'dark', display: { layout: 'list' } });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(readPreferences()).toEqual({ ...defaults, language: 'en' });
    expect(JSON.parse(localStorage.getItem('user_preferences')!).metadata.source).toBe('reset');
    await user.click(screen.getByRole('button', { name: 'Undo the reset' }));
    expect(readPreferences()).toMatchObject({ theme: 'dark', display: { layout: 'list' } });
  });

  it.each<[string, () => void]>([
    ['on this screen', () => fireEvent.click(radio('Spacing', 'Compact'))],
    ['elsewhere, such as the language in the header', () => act(() => storeLanguage('de'))],
  ])('offer no undo of a reset after a later choice %s', async (_where, choose) => {
    savePreferences({ language: 'en', theme: 'dark' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByRole('button', { name: 'Undo the reset' })).toBeTruthy();
    choose();
    expect(await screen.findByRole('button', { name: 'Reset' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo the reset' })).toBeNull();
  });

  it('can be exported to a file and imported from it', async () => {
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => undefined,
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    savePreferences({ language: 'en', theme: 'dark' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('preferences.json');
    const text = await files[0]!.text();
    expect(JSON.parse(text)).toMatchObject({ preferences: { theme: 'dark' }, metadata: { version: 1 } });
    savePreferences(defaults);
    await importFile(user, text);
    expect(await screen.findByText('Preferences imported')).toBeTruthy();
    expect(readPreferences().theme).toBe('dark');
  });

  it.each([
    ['metadata', { preferences: { theme: 'dark' } }],
    ['preferences', { metadata }],
    ['preferences, metadata', { theme: 'dark' }],
  ])('are not imported from a file without %s', async (missing, file) => {
    const { user } = await open();
    await importFile(user, JSON.stringify(file));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The import failed');
    expect(alert.textContent).toContain(`The file is missing: ${missing}. Nothing has changed.`);
    expect(readPreferences()).toEqual(defaults);
  });

  it.each<[string, string, string]>([
    [
      'invalid values, which the message names',
      JSON.stringify({
        preferences: { theme: 'sepia', currency: 'USD', display: { layout: 'list', columns: 3 }, colour: 1 },
        metadata,
      }),
      'These values are not valid: theme, currency, display.columns, colour.',
    ],
    ['text that is not JSON', 'Dear shop', 'This file contains no preferences.'],
    ['a newer version', JSON.stringify({ preferences: {}, metadata: { version: 2 } }), 'from a newer version'],
    ['more than 100,000 bytes', ' '.repeat(100_001), 'This file contains no preferences.'],
  ])('are not imported from a file with %s', async (_what, text, words) => {
    const { user } = await open();
    await importFile(user, text);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(readPreferences()).toEqual(defaults);
  });

  it('are imported from a file of an older version', async () => {
    savePreferences({ language: 'en', display: { density: 'compact' } });
    const { user } = await open();
    await importFile(user, JSON.stringify({ preferences: { theme: 'dark' }, metadata: { version: 0 } }));
    await waitFor(() => expect(readPreferences()).toMatchObject({ theme: 'dark', display: { density: 'compact' } }));
    expect(JSON.parse(localStorage.getItem('user_preferences')!).metadata).toMatchObject({
      version: 1,
      source: 'import',
    });
  });

  it('show a message when the browser refuses to store them', async () => {
    const { user } = await open();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(radio('Colour scheme', 'Dark'));
    expect(screen.getByRole('alert').textContent).toContain('The setting could not be saved');
    expect(radio('Colour scheme', 'Dark')).toHaveProperty('checked', false);
  });
});
