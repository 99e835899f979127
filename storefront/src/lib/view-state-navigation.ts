import type { NavigateOptions } from 'react-router-dom';

/**
 * Navigation options for a change of view state in the URL, such as filters. With `flushSync` React renders the new state
 * at once. Otherwise a second change before the next render would start from the old state and lose the first change.
 */
export const viewStateNavigation = { preventScrollReset: true, flushSync: true } satisfies NavigateOptions;
