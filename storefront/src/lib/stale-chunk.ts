import { inTab } from './storage';

const pauseMs = 60_000;

/** Whether a part of the shop could not be fetched, as after a deployment that replaced its files. */
export function isStaleChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}

/** Reloads the page for its new files, unless that was tried a moment ago. @returns whether it did */
export function reloadOnce(reload: () => void, now = Date.now()): boolean {
  if (now - Number(inTab.read('reloaded_at')) < pauseMs) return false;
  // Without a memory the page would reload for ever.
  if (!inTab.write('reloaded_at', String(now))) return false;
  reload();
  return true;
}
