import { inTab } from '../../lib/storage';

/** The action on a pattern that led a visitor to the sign-in; it is done when the visitor returns. */
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
