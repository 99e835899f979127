import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session';
import { inTab } from '../../../lib/storage';
import type { Draft } from './draft';

const same = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The unsaved input beside the saved pattern. It is stored in this tab until it is saved, so that a crash or a change of the
 * screen's language does not lose it.
 */
export function useDraft(name: string, start: Draft) {
  const { user } = useSession();
  const key = `studio:${user?.id ?? ''}:${name}` as const;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(() => readStored(key) ?? start);
  const [restored, setRestored] = useState(() => !same(draft, start));
  const dirty = !same(draft, saved);
  useEffect(() => {
    if (dirty) inTab.write(key, JSON.stringify(draft));
    else inTab.remove(key);
  }, [key, draft, dirty]);
  return {
    draft,
    dirty,
    /** Whether the input was restored, and neither saved nor dropped since. */
    restored: restored && dirty,
    change: (change: (before: Draft) => Draft) => setDraft(change),
    drop: () => setDraft(saved),
    /** @param sent the input when saving began; later input stays */
    settle: (sent: Draft, answer: Draft) => {
      setRestored(false);
      setSaved(answer);
      setDraft((now) => (same(now, sent) ? answer : now));
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
