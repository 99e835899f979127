import type { createRoutes } from '../routes';

/** Bytes in a millisecond: two megabits in a second. */
const SLOW = 250;
const LONGEST_WAIT_MS = 1000;
const FONTS = ['1em "Source Sans 3"', '1em Newsreader'];

/**
 * Fetches the fonts after the code, which a slow line needs more, and waits for them, unless the line is slow: letters never
 * change under a reader's eyes. When the headings' font comes too late, it is used from the next screen on.
 */
export async function firstFonts(router: ReturnType<typeof createRoutes>): Promise<void> {
  const fonts = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  const late = new Promise<'late'>((tell) => setTimeout(tell, lineIsSlow() ? 0 : LONGEST_WAIT_MS, 'late'));
  if ((await Promise.race([fonts, late]).catch(() => 'late')) !== 'late') return;
  const page = document.documentElement;
  page.dataset.headings = 'later';
  const { pathname } = window.location;
  fonts.then(
    () => {
      const stop = router.subscribe(({ location }) => {
        if (location.pathname === pathname) return;
        delete page.dataset.headings;
        stop();
      });
    },
    () => undefined,
  );
}

/** By how the code has come; what a former visit left in the cache has not come over any line. */
export function lineIsSlow(): boolean {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const [largest] = files
    .filter(({ transferSize }) => transferSize > 0)
    .toSorted((one, other) => other.transferSize - one.transferSize);
  return largest !== undefined && largest.transferSize / (largest.responseEnd - largest.responseStart) < SLOW;
}
