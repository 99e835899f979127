// Runs before the first paint, so that a dark page never flashes white.
(function () {
  var theme = 'auto';
  try {
    theme = JSON.parse(localStorage.getItem('user_preferences') || '{}').preferences.theme;
  } catch {
    // nothing stored yet
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
