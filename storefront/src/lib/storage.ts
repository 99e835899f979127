/** The keys that stay stored until they are removed. The privacy policy must list all keys (privacy-policy.spec.ts). */
export const deviceNames = [
  'access_token',
  'auth_token',
  'refresh_token',
  'token_expires_at',
  'i18nextLng',
  'user_preferences',
] as const;

/** The keys that are stored until the tab is closed. */
export const tabNames = [
  'view_session_id',
  'guest_key',
  'catalogue_filters',
  'studio',
  'after_sign_in_wish',
  'after_sign_in_report',
  'reloaded_at',
] as const;

/** A key of the list, or one with a suffix, such as `studio:7`. */
type Key<Name extends string> = Name | `${Name}:${string}`;

export const onDevice = createSafeStorage<(typeof deviceNames)[number]>(() => localStorage);
export const inTab = createSafeStorage<(typeof tabNames)[number]>(() => sessionStorage);

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
