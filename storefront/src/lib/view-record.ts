import { inTab } from './storage';

/** One id per browser session: a reload is not a second view. A browser without storage gets a new id each time. */
export function viewSessionId(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const id = `session_${Date.now().toString(36)}_${random.toString(36)}`;
  const stored = inTab.read('view_session_id');
  if (stored) return stored;
  inTab.write('view_session_id', id);
  return id;
}

/** The referrer if it is a valid web URL. */
export function viewReferrer(referrer = document.referrer): string | undefined {
  return referrer.startsWith('http') && URL.canParse(referrer) ? referrer : undefined;
}
