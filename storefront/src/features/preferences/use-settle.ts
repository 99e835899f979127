import { useCallback, useEffect, useState } from 'react';
import { type Change, savePreferences, type Source } from '../../lib/preferences';

type Said = 'saved' | 'imported' | 'reset' | 'undone';
const SAID_FOR = 4_000;

/** Stores a change, which acts at once, and says so. */
export type Settle = (change: Change, source?: Source, words?: Said) => void;

/** What was just done, for a moment, and whether the browser refused to keep it. */
export function useSettle() {
  const [said, say] = useState<Said>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(undefined), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const settle = useCallback<Settle>((change, source = 'user', words = 'saved') => {
    const kept = savePreferences(change, source);
    setRefused(!kept);
    say(kept ? words : undefined);
  }, []);
  return { settle, said, refused };
}
