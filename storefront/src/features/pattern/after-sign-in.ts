import { inTab } from '../../lib/storage';

/** What somebody wanted to do with a pattern when they were sent to sign in; it is done when they come back. */
type Intent = 'wish' | 'report';

export function remember(intent: Intent, patternId: string): void {
  inTab.write(`after_sign_in_${intent}`, patternId);
}

/** @returns whether that was wanted; only the first to ask learns it */
export function recall(intent: Intent, patternId: string): boolean {
  const wanted = inTab.read(`after_sign_in_${intent}`) === patternId;
  if (wanted) inTab.remove(`after_sign_in_${intent}`);
  return wanted;
}
