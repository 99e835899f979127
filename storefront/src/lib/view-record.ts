const key = 'view_session_id';

/** One id per browser session, so that a reload is not a second view. */
export function viewSessionId(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const id = `session_${Date.now().toString(36)}_${random.toString(36)}`;
  try {
    const stored = sessionStorage.getItem(key);
    if (stored) return stored;
    sessionStorage.setItem(key, id);
  } catch {
    // A browser that keeps nothing counts each visit anew.
  }
  return id;
}

/** The referrer is only sent when it is a web address that parses. */
export function viewReferrer(referrer = document.referrer): string | undefined {
  return referrer.startsWith('http') && URL.canParse(referrer) ? referrer : undefined;
}
