/**
 * Wraps the loader of a chunk so that it waits for a connection; the screen stays until then. A browser does not fetch
 * a failed chunk again, and a reload would lose typed input.
 */
export function whenConnected<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    // `online` may fire before requests succeed.
    if (!navigator.onLine) while (!(await isServerReachable())) await connectionOrPause();
    return load();
  };
}

/** An offline browser may still reach a shop on the same machine. */
function isServerReachable(): Promise<boolean> {
  return fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

function connectionOrPause(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, navigator.onLine ? 500 : 5_000);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
    window.addEventListener('online', end);
  });
}
