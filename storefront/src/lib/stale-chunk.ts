import { inTab } from './storage';

const minIntervalMs = 60_000;

/** Whether a chunk failed to load, as after a deployment that replaced the files. */
export function isStaleChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}

/** Reloads the page to get the new files, at most once a minute. @returns whether it reloads */
export function reloadOnce(reload: () => void, now = Date.now()): boolean {
  if (now - Number(inTab.read('reloaded_at')) < minIntervalMs) return false;
  // Without storage the page would reload forever.
  if (!inTab.write('reloaded_at', String(now))) return false;
  reload();
  return true;
}
