/**
 * The keys in local storage. The privacy policy must list these keys and the keys below (backend/src/legal/legal.spec.ts).
 */
export const deviceKeys = [
  'access_token',
  'auth_token',
  'refresh_token',
  'token_expires_at',
  'i18nextLng',
  'user_preferences',
] as const;

/** The keys in session storage. The browser removes them when the tab is closed. */
export const tabKeys = [
  'view_session_id',
  'guest_key',
  'catalogue_filters',
  'studio',
  'after_sign_in_wish',
  'reloaded_at',
] as const;

/** A listed key, or a listed key with a suffix, such as `studio:7`. */
type Key<Name extends string> = Name | `${Name}:${string}`;

export const onDevice = createSafeStorage<(typeof deviceKeys)[number]>(() => localStorage);
export const inTab = createSafeStorage<(typeof tabKeys)[number]>(() => sessionStorage);

/** Creates a storage that never throws, although a browser can block the access and the storage can be full. */
function createSafeStorage<Name extends string>(storage: () => Storage) {
  return {
    read: (key: Key<Name>): string | null => attempt(() => storage().getItem(key), null),
    /** @returns false when the text could not be stored */
    write: (key: Key<Name>, text: string): boolean =>
      attempt(() => {
        storage().setItem(key, text);
        return true;
      }, false),
    remove: (key: Key<Name>): void => attempt(() => storage().removeItem(key), undefined),
  };
}

function attempt<Result>(work: () => Result, fallback: Result): Result {
  try {
    return work();
  } catch {
    return fallback;
  }
}
