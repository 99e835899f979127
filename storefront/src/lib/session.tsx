import { type Mutation, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ownAccount } from '../api/calls';
import { ApiError } from '../api/api-error';
import { accountChanged, refreshSession, showAccount } from '../api/session';
import { accessTokenIsFresh, accountIdFrom, clearTokens, readAccessToken, readRefreshToken } from '../api/tokens';
import type { Session, User } from '../api/types';

interface AuthState {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  isEmailVerified: boolean;
  error: Error | null;
}

interface SessionValue extends AuthState {
  /** Makes the user of a new session the signed-in user of this tab. */
  enter: (session: Session) => void;
  signOut: () => Promise<void>;
  /** Signs out in this browser, without a request. Call it when the server has already ended the session. */
  forgetSession: () => void;
  /** Changes the data of the user. Does nothing when another user has signed in meanwhile. */
  updateUser: (change: Partial<User> & Pick<User, 'id'>) => void;
  /** Loads the signed-in user again. */
  reload: () => Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);

export function useSession(): SessionValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside of SessionProvider');
  return value;
}

function signedIn(user: User): AuthState {
  const isEmailVerified = user.is_verified || user.emailVerified;
  return { user, isAuthenticated: true, isLoading: false, isEmailVerified, error: null };
}

function signedOut(error: Error | null = null): AuthState {
  return { user: null, isAuthenticated: false, isLoading: false, isEmailVerified: false, error };
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>(() => ({ ...signedOut(), isLoading: true }));
  const queries = useQueryClient();
  const shownId = useRef<string | null>(undefined);

  const enter = useCallback(
    (user: User) => {
      const previous = shownId.current;
      shownId.current = user.id;
      switchAccount(queries, user.id, previous);
      // Removes the data of the previous user when another tab has signed in another user.
      if (previous && previous !== user.id) void queries.resetQueries({ queryKey: ['mine'] });
      setState(signedIn(user));
    },
    [queries],
  );

  const forget = useCallback(
    (error: Error | null = null) => {
      switchAccount(queries, null, shownId.current);
      shownId.current = null;
      queries.removeQueries({ queryKey: ['mine'] });
      setState(signedOut(error));
    },
    [queries],
  );

  const restore = useCallback(async () => {
    try {
      const user = await loadUser();
      // If no token is stored, the user signed out before the response arrived.
      if (user && readAccessToken()) enter(user);
      else forget();
    } catch (error) {
      const reason = error instanceof Error ? error : null;
      // Only a 401 or 403 signs the user out. After any other error the user stays signed in.
      if (isAccessDenied(error)) forget(reason);
      else setState((previous) => ({ ...previous, isLoading: false, error: reason }));
    }
  }, [enter, forget]);

  useSessionEvents(restore, forget);
  useCheckOnReturn(restore, state.isAuthenticated && !state.isEmailVerified);

  const value = useMemo<SessionValue>(() => {
    const forgetSession = () => {
      clearTokens();
      forget();
    };
    return {
      ...state,
      enter: ({ user }) => enter(user),
      signOut: async () => {
        // Lets the request pass for any account: the sign-out ends the session that the browser has now.
        showAccount(undefined);
        await ownAccount.signOut().catch(() => undefined);
        forgetSession();
      },
      forgetSession,
      updateUser: (change) =>
        setState((previous) =>
          previous.user?.id === change.id ? signedIn({ ...previous.user, ...change }) : previous,
        ),
      reload: restore,
    };
  }, [state, enter, forget, restore]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Changes the shown account. Writes of the previous account that wait for a connection are not sent for the new account. */
function switchAccount(queries: QueryClient, id: string | null, previous: string | null | undefined): void {
  showAccount(id);
  if (previous === undefined || previous === id) return;
  const cache = queries.getMutationCache();
  for (const write of cache.getAll()) {
    if (write.options.mutationKey?.[0] === 'mine') cache.remove(write);
    else if (write.state.isPaused) makeFail(write);
  }
}

/**
 * Loads the user at the start, when the connection is back, when the page comes from the back/forward cache, and after a
 * sign-in in another tab. Signs out in this tab after a sign-out in another tab, and when the API client ends the session.
 */
function useSessionEvents(restore: () => Promise<void>, forget: () => void): void {
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first state comes from the server, not from the render
    void restore();
    const followOtherTab = (event: StorageEvent) => {
      const isSignOut = event.key === null || (event.key === 'access_token' && event.newValue === null);
      if (isSignOut) forget();
      else if (event.key === 'access_token') void restore();
    };
    const endSession = () => forget();
    // A page from the back/forward cache can show a user who has signed out in the meantime.
    const restoreFromCache = (event: PageTransitionEvent) => {
      if (event.persisted) void restore();
    };
    window.addEventListener('storage', followOtherTab);
    window.addEventListener('session-ended', endSession);
    window.addEventListener('online', restore);
    window.addEventListener('pageshow', restoreFromCache);
    return () => {
      window.removeEventListener('storage', followOtherTab);
      window.removeEventListener('session-ended', endSession);
      window.removeEventListener('online', restore);
      window.removeEventListener('pageshow', restoreFromCache);
    };
  }, [restore, forget]);
}

/** Loads the user again when the tab becomes visible, because the link in the mail verifies the address in another tab. */
function useCheckOnReturn(restore: () => Promise<void>, isUnverified: boolean): void {
  useEffect(() => {
    if (!isUnverified) return;
    const checkAgain = () => {
      if (document.visibilityState === 'visible') void restore();
    };
    document.addEventListener('visibilitychange', checkAgain);
    return () => document.removeEventListener('visibilitychange', checkAgain);
  }, [isUnverified, restore]);
}

/**
 * Makes a paused write fail when it continues. Also disables `setOptions`, because a form that renders again would restore
 * the original `mutationFn`.
 */
function makeFail(write: Mutation): void {
  write.setOptions({ ...write.options, mutationFn: () => Promise.reject(accountChanged()) });
  write.setOptions = () => undefined;
}

const isAccessDenied = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/**
 * Loads the signed-in user. The API client refreshes an expired or refused token once. A second 401, or a 403, clears the
 * tokens; all other errors keep them. When another user has signed in before the response arrived, the request is repeated.
 * @returns null when no user is signed in
 */
async function loadUser(): Promise<User | null> {
  if (!readAccessToken() && !readRefreshToken()) return null;
  try {
    if (!accessTokenIsFresh()) await refreshSession();
    const sentToken = readAccessToken();
    const user = await ownAccount.profile();
    const token = readAccessToken();
    const account = token && token !== sentToken && accountIdFrom(token);
    return account && account !== user.id ? await loadUser() : user;
  } catch (error) {
    if (isAccessDenied(error)) clearTokens();
    throw error;
  }
}
