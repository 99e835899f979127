import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session';
import { inTab } from '../../../lib/storage';
import type { Draft } from './draft';

const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The unsaved input for a pattern. It is stored in this tab until it is saved, so that a crash or a change of the
 * screen's language does not lose it.
 */
export function useDraft(name: string, start: Draft) {
  const { user } = useSession();
  const key = `studio:${user?.id ?? ''}:${name}` as const;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(() => readStored(key) ?? start);
  const [restored, setRestored] = useState(() => !isSame(draft, start));
  const dirty = !isSame(draft, saved);
  useEffect(() => {
    if (dirty) inTab.write(key, JSON.stringify(draft));
    else inTab.remove(key);
  }, [key, draft, dirty]);
  return {
    draft,
    dirty,
    /** Whether the input was restored, and neither saved nor dropped since then. */
    restored: restored && dirty,
    change: (change: (before: Draft) => Draft) => setDraft(change),
    drop: () => setDraft(saved),
    /** @param sent the input at the start of saving; newer input stays */
    commit: (sent: Draft, savedDraft: Draft) => {
      setRestored(false);
      setSaved(savedDraft);
      setDraft((now) => (isSame(now, sent) ? savedDraft : now));
      inTab.remove(key);
    },
  };
}

function readStored(key: `studio:${string}`): Draft | null {
  try {
    return JSON.parse(inTab.read(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}
