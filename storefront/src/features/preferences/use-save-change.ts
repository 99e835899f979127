import { useCallback, useEffect, useState } from 'react';
import { type Change, savePreferences, type Source } from '../../lib/preferences';

type Message = 'saved' | 'imported' | 'reset' | 'undone';
const SHOWN_FOR_MS = 4_000;

/** Stores a change and shows a message. The change takes effect immediately. */
export type SaveChange = (change: Change, source?: Source, message?: Message) => void;

/**
 * @returns `save` stores a change; `message` is the message to show, for four seconds; `refused` is true if the browser
 * refused to store the last change
 */
export function useSaveChange() {
  const [message, setMessage] = useState<Message>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const save = useCallback<SaveChange>((change, source = 'user', savedMessage = 'saved') => {
    const stored = savePreferences(change, source);
    setRefused(!stored);
    setMessage(stored ? savedMessage : undefined);
  }, []);
  return { save, message, refused };
}
