import { inTab } from '../../lib/storage';

/** An action on a pattern that needs a sign-in; it is done when the visitor returns from the sign-in. */
type Intent = 'wish' | 'report';

export function remember(intent: Intent, patternId: string): void {
  inTab.write(`after_sign_in_${intent}`, patternId);
}

/** @returns whether the action was remembered; true only once */
export function recall(intent: Intent, patternId: string): boolean {
  const wanted = inTab.read(`after_sign_in_${intent}`) === patternId;
  if (wanted) inTab.remove(`after_sign_in_${intent}`);
  return wanted;
}
