import { inTab } from './storage';

/** One id per browser session, so that a reload is not a second view; a browser that keeps nothing counts anew. */
export function viewSessionId(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const id = `session_${Date.now().toString(36)}_${random.toString(36)}`;
  const stored = inTab.read('view_session_id');
  if (stored) return stored;
  inTab.write('view_session_id', id);
  return id;
}

/** The referrer is only sent when it is a web address that parses. */
export function viewReferrer(referrer = document.referrer): string | undefined {
  return referrer.startsWith('http') && URL.canParse(referrer) ? referrer : undefined;
}
