/** One id per browser session, so that a reload is not a second view. */
export function viewSessionId(): string {
  const stored = sessionStorage.getItem('view_session_id');
  if (stored) return stored;
  const id = `session_${Date.now().toString(36)}_${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`;
  sessionStorage.setItem('view_session_id', id);
  return id;
}

/** The referrer is only sent when it is a web address that parses. */
export function viewReferrer(referrer = document.referrer): string | undefined {
  return referrer.startsWith('http') && URL.canParse(referrer) ? referrer : undefined;
}
