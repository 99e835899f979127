import type { createRouter } from '../routes';

/** Two megabits per second. A slower network counts as slow. */
const SLOW_BYTES_PER_MS = 250;
const MAX_WAIT_MS = 1000;
const FONTS = ['1em "Source Sans 3"', '1em Newsreader'];

/**
 * Fetches the fonts after the code, which is more urgent. Waits for the fonts unless the network is slow, so that the font
 * does not change while a visitor reads. A heading font that loads too late is used from the next screen on.
 */
export async function loadFirstFonts(router: ReturnType<typeof createRouter>): Promise<void> {
  const fonts = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, isNetworkSlow() ? 0 : MAX_WAIT_MS, 'late'));
  if ((await Promise.race([fonts, late]).catch(() => 'late')) !== 'late') return;
  const page = document.documentElement;
  page.dataset.headings = 'later';
  const { pathname } = window.location;
  fonts.then(
    () => {
      const unsubscribe = router.subscribe(({ location }) => {
        if (location.pathname === pathname) return;
        delete page.dataset.headings;
        unsubscribe();
      });
    },
    () => undefined,
  );
}

/** Measures the speed of the network by the largest file that the page has loaded, without files from the cache. */
export function isNetworkSlow(): boolean {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const [largest] = files
    .filter(({ transferSize }) => transferSize > 0)
    .toSorted((a, b) => b.transferSize - a.transferSize);
  return (
    largest !== undefined && largest.transferSize / (largest.responseEnd - largest.responseStart) < SLOW_BYTES_PER_MS
  );
}
