const PAUSE_MS = 5_000;

/**
 * A loader of a part of the shop that waits for a connection first: what is on the screen stays until then. A browser does
 * not ask a second time for a part that failed to come, and a reload would lose what was typed.
 */
export function whenConnected<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    while (!navigator.onLine && !(await answers())) await connectionOrPause();
    return load();
  };
}

/** A browser without a network may still reach a shop on the same machine. */
function answers(): Promise<boolean> {
  return fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

function connectionOrPause(): Promise<void> {
  return new Promise((goOn) => {
    // It may have come back while the server was asked.
    if (navigator.onLine) return goOn();
    const timer = setTimeout(end, PAUSE_MS);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      goOn();
    }
    return window.addEventListener('online', end);
  });
}
