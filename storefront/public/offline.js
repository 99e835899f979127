// The page stands at the address of the screen that could not be fetched: its prefix says which language to speak.
(function () {
  const language = /^\/en(\/|$)/.test(location.pathname) ? 'en' : 'de';
  document.documentElement.lang = language;
  document.title = language === 'en' ? 'No connection' : 'Keine Verbindung';
  for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language;

  // A device that believes it is online may still reach nothing, and the other way round: only an answer counts.
  async function tryAgain() {
    try {
      await fetch('/config.json', { cache: 'no-store' });
      location.reload();
    } catch {
      // Still nothing.
    }
  }
  addEventListener('online', tryAgain);
  setInterval(() => document.visibilityState === 'visible' && tryAgain(), 4_000);
})();
