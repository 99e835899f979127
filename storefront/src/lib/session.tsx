import { type Mutation, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { accounts } from '../api/calls';
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
  /** Shows the user of a new session (api/account.ts). */
  enter: (session: Session) => void;
  signOut: () => Promise<void>;
  /** Signs out in this browser only: the server has already ended the session. */
  forgetSession: () => void;
  /** Applies a change of an account, unless another one is signed in by now. */
  updateUser: (change: Partial<User> & Pick<User, 'id'>) => void;
  /** Requests the signed-in user again. */
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
  const shown = useRef<string | null>(undefined);

  const enter = useCallback(
    (user: User) => {
      const before = shown.current;
      shown.current = user.id;
      show(queries, user.id, before);
      // Another tab may have signed in another user.
      if (before && before !== user.id) void queries.resetQueries({ queryKey: ['mine'] });
      setState(signedIn(user));
    },
    [queries],
  );

  const forget = useCallback(
    (error: Error | null = null) => {
      show(queries, null, shown.current);
      shown.current = null;
      queries.removeQueries({ queryKey: ['mine'] });
      setState(signedOut(error));
    },
    [queries],
  );

  const restore = useCallback(async () => {
    try {
      const user = await loadUser();
      // A user who signed out before the response arrived stays signed out.
      if (user && readAccessToken()) enter(user);
      else forget();
    } catch (error) {
      const problem = error instanceof Error ? error : null;
      // Only a refusal signs the user out; a network error does not.
      if (isRefusal(error)) forget(problem);
      else setState((before) => ({ ...before, isLoading: false, error: problem }));
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
        // Applies to the user who is signed in now.
        showAccount(undefined);
        await accounts.signOut().catch(() => undefined);
        forgetSession();
      },
      forgetSession,
      updateUser: (change) =>
        setState((before) => (before.user?.id === change.id ? signedIn({ ...before.user, ...change }) : before)),
      reload: restore,
    };
  }, [state, enter, forget, restore]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Changes the shown account. Unsent input of another account, or of a guest, is not sent for this one. */
function show(queries: QueryClient, id: string | null, before: string | null | undefined): void {
  showAccount(id);
  if (before === undefined || before === id) return;
  const cache = queries.getMutationCache();
  for (const write of cache.getAll()) {
    if (write.options.mutationKey?.[0] === 'mine') cache.remove(write);
    else if (write.state.isPaused) refuse(write);
  }
}

/** Loads the user at the start, and follows changes of the session in other tabs and in the API client. */
function useSessionEvents(restore: () => Promise<void>, forget: () => void): void {
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first state comes from the server, not from the render
    void restore();
    const followOtherTab = (event: StorageEvent) => {
      const emptied = event.key === null || (event.key === 'access_token' && event.newValue === null);
      if (emptied) forget();
      else if (event.key === 'access_token') void restore();
    };
    const ended = () => forget();
    // A page from the back/forward cache may show a user who has signed out since.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void restore();
    };
    window.addEventListener('storage', followOtherTab);
    window.addEventListener('session-ended', ended);
    window.addEventListener('online', restore);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('storage', followOtherTab);
      window.removeEventListener('session-ended', ended);
      window.removeEventListener('online', restore);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [restore, forget]);
}

/** The link of a mail opens in another tab; on return to this one the user sees the confirmed address. */
function useCheckOnReturn(restore: () => Promise<void>, waitsForMail: boolean): void {
  useEffect(() => {
    if (!waitsForMail) return;
    const checkAgain = () => {
      if (document.visibilityState === 'visible') void restore();
    };
    document.addEventListener('visibilitychange', checkAgain);
    return () => document.removeEventListener('visibilitychange', checkAgain);
  }, [waitsForMail, restore]);
}

/** The waiting write fails when it continues. A form that renders again must not restore its options. */
function refuse(write: Mutation): void {
  write.setOptions({ ...write.options, mutationFn: () => Promise.reject(accountChanged()) });
  write.setOptions = () => undefined;
}

const isRefusal = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403);

/**
 * Null when no user is signed in. An expired or refused token is refreshed once (api/session.ts); a second refusal
 * clears the tokens, a network error keeps them. A response for a user who was replaced before it arrived is dropped:
 * the account is requested again.
 */
async function loadUser(): Promise<User | null> {
  if (!readAccessToken() && !readRefreshToken()) return null;
  try {
    if (!accessTokenIsFresh()) await refreshSession();
    const sentToken = readAccessToken();
    const user = await accounts.profile();
    const token = readAccessToken();
    const account = token && token !== sentToken && accountIdFrom(token);
    return account && account !== user.id ? await loadUser() : user;
  } catch (error) {
    if (isRefusal(error)) clearTokens();
    throw error;
  }
}
