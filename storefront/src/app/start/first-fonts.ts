import type { createRoutes } from '../routes';

/** Bytes per millisecond: two megabits per second. */
const SLOW = 250;
const LONGEST_WAIT_MS = 1000;
const FONTS = ['1em "Source Sans 3"', '1em Newsreader'];

/**
 * Fetches the fonts after the code, which is more urgent on a slow line, and waits for them unless the line is slow, so
 * that the font never changes while a visitor reads. A late heading font is used from the next screen on.
 */
export async function firstFonts(router: ReturnType<typeof createRoutes>): Promise<void> {
  const fonts = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, lineIsSlow() ? 0 : LONGEST_WAIT_MS, 'late'));
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

/** Measured by the transfer of the code; files from the browser's cache are not counted. */
export function lineIsSlow(): boolean {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const [largest] = files
    .filter(({ transferSize }) => transferSize > 0)
    .toSorted((one, other) => other.transferSize - one.transferSize);
  return largest !== undefined && largest.transferSize / (largest.responseEnd - largest.responseStart) < SLOW;
}
