// Applies the stored preferences to the page before the first paint, and again after a change of a preference or of the
// system's settings.
(function () {
  const page = document.documentElement;
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)'].map(
    (query) => matchMedia(query),
  );
  const [dark, contrast, motion] = queries;
  const paperColours = { light: '#FBF8F3', dark: '#1B1A18' };

  function readPreferences() {
    try {
      return JSON.parse(localStorage.getItem('user_preferences')).preferences || {};
    } catch {
      return {};
    }
  }

  function setOrRemove(name, value) {
    if (value) page.setAttribute(name, value);
    else page.removeAttribute(name);
  }

  function apply() {
    const { theme, accessibility, display } = readPreferences();
    const scheme = theme === 'dark' || (theme !== 'light' && dark.matches) ? 'dark' : 'light';
    const isChosen = theme === 'dark' || theme === 'light';
    setOrRemove('data-mantine-color-scheme', scheme);
    setOrRemove('data-contrast', (accessibility?.highContrast === true || contrast.matches) && 'more');
    setOrRemove('data-motion', (accessibility?.reducedMotion === true || motion.matches) && 'reduce');
    setOrRemove('data-font-size', accessibility?.fontSize);
    setOrRemove('data-density', display?.density);
    setOrRemove('data-layout', display?.layout);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = paperColours[isChosen ? scheme : meta.media.includes('dark') ? 'dark' : 'light'];
    }
  }

  apply();
  addEventListener('storage', apply);
  addEventListener('preferences', apply);
  for (const query of queries) query.addEventListener('change', apply);
})();
