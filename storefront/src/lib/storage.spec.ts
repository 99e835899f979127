import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAccessToken, readRefreshToken, storeTokens, clearTokens } from '../api/tokens';
import { recall, remember } from '../features/pattern/after-sign-in';
import { detectLanguage, storeLanguage } from '../i18n/detect-language';
import { readPreferences, savePreferences } from './preferences';
import { reloadOnce } from './stale-chunk';
import { inTab, onDevice } from './storage';
import { viewSessionId } from './view-record';

afterEach(() => {
  vi.unstubAllGlobals();
  clearTokens();
});

/** Acts like a browser that blocks all site data: access to the storage throws. */
function blockSiteData(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, undefined);
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  }
}

describe('a browser without storage', () => {
  it('reads null, stores nothing and throws no error', () => {
    blockSiteData();
    expect([onDevice.write('i18nextLng', 'de'), inTab.write('studio:7', 'x')]).toEqual([false, false]);
    expect([onDevice.read('i18nextLng'), inTab.read('studio:7')]).toEqual([null, null]);
    inTab.remove('studio:7');
    remember('p1');
    expect(recall('p1')).toBe(false);
    storeLanguage('en');
    expect(['de', 'en']).toContain(detectLanguage());
    expect(savePreferences({ theme: 'dark' })).toBe(false);
    expect(readPreferences().theme).toBe('auto');
    expect(viewSessionId()).toMatch(/^session_/);
    expect(reloadOnce(() => expect.unreachable('it would reload forever'))).toBe(false);
  });

  it('keeps the user signed in until the user leaves the page', () => {
    blockSiteData();
    storeTokens({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    expect([readAccessToken(), readRefreshToken()]).toEqual(['access', 'refresh']);
    clearTokens();
    expect([readAccessToken(), readRefreshToken()]).toEqual([null, null]);
  });
});

it('lib/storage.ts is the only file that accesses the storage of the browser', () => {
  const source = join(import.meta.dirname, '..');
  const bypasses = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.spec.') && file !== 'lib/storage.ts')
    .filter((file) => /\b(local|session)Storage\b/.test(readFileSync(join(source, file), 'utf8')));
  expect(bypasses).toEqual([]);
});
