import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session';
import { inTab } from '../../../lib/storage';
import type { Draft } from './draft';

const same = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is being typed, beside what is saved. It is kept in this tab until it is saved, so that neither a crash nor another
 * language of the screen loses it.
 */
export function useDraft(name: string, start: Draft) {
  const { user } = useSession();
  const key = `studio:${user?.id ?? ''}:${name}` as const;
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(() => remembered(key) ?? start);
  const [restored, setRestored] = useState(() => !same(draft, start));
  const dirty = !same(draft, saved);
  useEffect(() => {
    if (dirty) inTab.write(key, JSON.stringify(draft));
    else inTab.remove(key);
  }, [key, draft, dirty]);
  return {
    draft,
    dirty,
    /** Whether it was found again, and not yet saved or dropped. */
    restored: restored && dirty,
    change: (change: (before: Draft) => Draft) => setDraft(change),
    drop: () => setDraft(saved),
    /** @param sent what was typed when saving began; what was typed since then stays */
    settle: (sent: Draft, answer: Draft) => {
      setRestored(false);
      setSaved(answer);
      setDraft((now) => (same(now, sent) ? answer : now));
      inTab.remove(key);
    },
  };
}

function remembered(key: `studio:${string}`): Draft | null {
  try {
    return JSON.parse(inTab.read(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}
