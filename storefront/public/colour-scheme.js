(function () {
  const page = document.documentElement;
  const system = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)'].map(
    (query) => matchMedia(query),
  );
  const [dark, contrast, motion] = system;
  const papers = { light: '#FBF8F3', dark: '#1B1A18' };

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem('user_preferences')).preferences || {};
    } catch {
      return {};
    }
  }

  function set(name, value) {
    if (value) page.setAttribute(name, value);
    else page.removeAttribute(name);
  }

  function show() {
    const { theme, accessibility, display } = chosen();
    const shown = theme === 'dark' || (theme !== 'light' && dark.matches) ? 'dark' : 'light';
    const fixed = theme === 'dark' || theme === 'light';
    set('data-mantine-color-scheme', shown);
    set('data-contrast', (accessibility?.highContrast === true || contrast.matches) && 'more');
    set('data-motion', (accessibility?.reducedMotion === true || motion.matches) && 'reduce');
    set('data-font-size', accessibility?.fontSize);
    set('data-density', display?.density);
    set('data-layout', display?.layout);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = papers[fixed ? shown : meta.media.includes('dark') ? 'dark' : 'light'];
    }
  }

  show();
  addEventListener('storage', show);
  addEventListener('preferences', show);
  for (const query of system) query.addEventListener('change', show);
})();
