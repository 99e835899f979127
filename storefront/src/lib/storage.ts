/** Stored until it is removed. The privacy policy lists all keys of both lists (privacy-policy.spec.ts). */
export const deviceNames = [
  'access_token',
  'auth_token',
  'refresh_token',
  'token_expires_at',
  'i18nextLng',
  'user_preferences',
] as const;

/** Stored until the tab is closed. */
export const tabNames = [
  'view_session_id',
  'guest_key',
  'catalogue_filters',
  'studio',
  'after_sign_in_wish',
  'after_sign_in_report',
  'reloaded_at',
] as const;

/** A name, or an entry under it: `studio:7`. */
type Key<Name extends string> = Name | `${Name}:${string}`;

export const onDevice = guarded<(typeof deviceNames)[number]>(() => localStorage);
export const inTab = guarded<(typeof tabNames)[number]>(() => sessionStorage);

/** Storage that never throws: a browser may block access to it, or it may be full. */
function guarded<Name extends string>(storage: () => Storage) {
  return {
    read: (key: Key<Name>): string | null => attempt(() => storage().getItem(key), null),
    /** @returns whether it was stored */
    write: (key: Key<Name>, text: string): boolean =>
      attempt(() => {
        storage().setItem(key, text);
        return true;
      }, false),
    remove: (key: Key<Name>): void => attempt(() => storage().removeItem(key), undefined),
  };
}

function attempt<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
