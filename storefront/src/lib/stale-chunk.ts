import { inTab } from './storage';

const minIntervalMs = 60_000;

/** @returns true when a chunk failed to load, for example because a deployment has replaced the files */
export function isStaleChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}

/** Reloads the page to load the new files, at most once a minute. @returns true when it reloads */
export function reloadOnce(reload: () => void, now = Date.now()): boolean {
  if (now - Number(inTab.read('reloaded_at')) < minIntervalMs) return false;
  // Without the stored time the page would reload in an endless loop.
  if (!inTab.write('reloaded_at', String(now))) return false;
  reload();
  return true;
}
