import { inTab } from '../../lib/storage';

/** An action on a pattern that requires a sign-in. It is stored in the tab and carried out after the sign-in. */
type Intent = 'wish' | 'report';

export function remember(intent: Intent, patternId: string): void {
  inTab.write(`after_sign_in_${intent}`, patternId);
}

/** @returns true if the action was remembered; forgets the action */
export function recall(intent: Intent, patternId: string): boolean {
  const wanted = inTab.read(`after_sign_in_${intent}`) === patternId;
  if (wanted) inTab.remove(`after_sign_in_${intent}`);
  return wanted;
}
