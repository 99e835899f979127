import type { createRoutes } from './routes';

const WAIT_MS = 150;
const FONTS = ['1em "Source Sans 3"', '1em Newsreader'];

/**
 * Fetches the fonts after the code, which a slow line needs more, and waits for them a moment: letters never change under
 * a reader's eyes. When the headings' font comes later than that, it is used from the next screen on.
 */
export async function firstFonts(router: ReturnType<typeof createRoutes>): Promise<void> {
  const fonts = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  const late = new Promise<'late'>((tell) => setTimeout(tell, WAIT_MS, 'late'));
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
