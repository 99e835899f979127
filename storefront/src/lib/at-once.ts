import type { NavigateOptions } from 'react-router-dom';

/**
 * Navigation options for a change of the view state in the URL. `flushSync` renders it together with the URL. Without
 * it the router renders later, and a second change in the meantime starts from the old state and loses the first.
 */
export const atOnce = { preventScrollReset: true, flushSync: true } satisfies NavigateOptions;
