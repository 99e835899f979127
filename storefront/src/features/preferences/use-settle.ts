import { useCallback, useEffect, useState } from 'react';
import { type Change, savePreferences, type Source } from '../../lib/preferences';

type Message = 'saved' | 'imported' | 'reset' | 'undone';
const SHOWN_FOR_MS = 4_000;

/** Stores a change, which takes effect at once, and shows a message. */
export type Settle = (change: Change, source?: Source, message?: Message) => void;

/** The message about the last change, for four seconds, and whether the browser refused to store it. */
export function useSettle() {
  const [message, setMessage] = useState<Message>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const settle = useCallback<Settle>((change, source = 'user', done = 'saved') => {
    const kept = savePreferences(change, source);
    setRefused(!kept);
    setMessage(kept ? done : undefined);
  }, []);
  return { settle, message, refused };
}
