import type { NavigateOptions } from 'react-router-dom';

/**
 * For a change of what is shown on a screen. It is drawn together with the address: otherwise the router draws it when there
 * is time, and a second change that comes before that would begin from what was shown, so that the first were lost.
 */
export const atOnce = { preventScrollReset: true, flushSync: true } satisfies NavigateOptions;
