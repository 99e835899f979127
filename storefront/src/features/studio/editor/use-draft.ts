import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session';
import { inTab } from '../../../lib/storage';
import type { Draft } from './draft';

const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The unsaved input for a pattern. Session storage keeps the input until the designer saves or discards it. So the input
 * survives a crash and a change of the screen's language.
 */
export function useDraft(name: string, start: Draft) {
  const { user } = useSession();
  const key = `studio:${user?.id ?? ''}:${name}` as const;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(() => readStored(key, start));
  const [restored, setRestored] = useState(() => !isSame(draft, start));
  const dirty = !isSame(draft, saved);
  useEffect(() => {
    if (dirty) inTab.write(key, JSON.stringify(draft));
    else inTab.remove(key);
  }, [key, draft, dirty]);
  return {
    draft,
    dirty,
    /** True if the input came from session storage, and the designer has neither saved nor discarded it since then. */
    restored: restored && dirty,
    change: (change: (before: Draft) => Draft) => setDraft(change),
    discard: () => setDraft(saved),
    /** `sent` is the input at the start of saving. Input that the user has changed since then is not replaced. */
    commit: (sent: Draft, savedDraft: Draft) => {
      setRestored(false);
      setSaved(savedDraft);
      setDraft((now) => (isSame(now, sent) ? savedDraft : now));
      // Input that the user has typed since then stays stored.
      if (inTab.read(key) === JSON.stringify(sent)) inTab.remove(key);
    },
  };
}

/** A draft that an older version of the form has stored lacks newer fields. The missing fields get the values of `start`. */
function readStored(key: `studio:${string}`, start: Draft): Draft {
  try {
    return { ...start, ...(JSON.parse(inTab.read(key) ?? '{}') as Partial<Draft>) };
  } catch {
    return start;
  }
}
