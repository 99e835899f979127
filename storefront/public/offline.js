// The page is shown at the URL of the screen that failed to load: the prefix of this URL decides the language.
(function () {
  const language = /^\/en(\/|$)/.test(location.pathname) ? 'en' : 'de';
  document.documentElement.lang = language;
  document.title = language === 'en' ? 'No connection' : 'Keine Verbindung';
  for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language;

  // navigator.onLine can be wrong in both directions: only a response of the server proves a connection.
  async function tryAgain() {
    try {
      await fetch('/config.json', { cache: 'no-store' });
      location.reload();
    } catch {
      // Still no connection.
    }
  }
  addEventListener('online', tryAgain);
  setInterval(() => document.visibilityState === 'visible' && tryAgain(), 4_000);
})();
