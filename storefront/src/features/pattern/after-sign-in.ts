import { inTab } from '../../lib/storage';

const KEY = 'after_sign_in_wish';

/** Remembers in session storage that a visitor wants to add a pattern to the wishlist, until the visitor has signed in. */
export const remember = (patternId: string) => inTab.write(KEY, patternId);

/** Removes the wish from session storage. @returns true if it was stored for this pattern */
export function recall(patternId: string): boolean {
  const wanted = inTab.read(KEY) === patternId;
  if (wanted) inTab.remove(KEY);
  return wanted;
}
