import { inTab } from './storage';

/** @returns the same id until the tab is closed, so that a reload does not count as a second view */
export function viewSessionId(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const id = `session_${Date.now().toString(36)}_${random.toString(36)}`;
  const stored = inTab.read('view_session_id');
  if (stored) return stored;
  inTab.write('view_session_id', id);
  return id;
}

/** @returns the referrer if it is a valid web URL */
export function viewReferrer(referrer = document.referrer): string | undefined {
  return referrer.startsWith('http') && URL.canParse(referrer) ? referrer : undefined;
}
