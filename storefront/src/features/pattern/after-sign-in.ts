/** What somebody wanted to do with a pattern when they were sent to sign in; it is done when they come back. */
type Intent = 'wish' | 'report';

const key = (intent: Intent) => `after_sign_in_${intent}`;

export function remember(intent: Intent, patternId: string): void {
  sessionStorage.setItem(key(intent), patternId);
}

/** @returns whether that was wanted; only the first to ask learns it */
export function recall(intent: Intent, patternId: string): boolean {
  const wanted = sessionStorage.getItem(key(intent)) === patternId;
  if (wanted) sessionStorage.removeItem(key(intent));
  return wanted;
}
