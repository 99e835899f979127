import type { NavigateOptions } from 'react-router-dom';

/**
 * Navigation options for a change of view state in the URL, such as filters. With `flushSync` the screen renders in the
 * same step. Otherwise a second change before the next render would start from the old state and lose the first change.
 */
export const viewStateNavigation = { preventScrollReset: true, flushSync: true } satisfies NavigateOptions;
