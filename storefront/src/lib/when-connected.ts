/**
 * Wraps the loader of a chunk so that it waits for a connection. The current screen stays until then. Without the wait the
 * request would fail, and a browser requests a failed chunk again only after a reload, which loses typed input.
 */
export function whenConnected<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    // The event `online` can fire before requests succeed.
    if (!navigator.onLine) while (!(await isServerReachable())) await waitForConnectionOrPause();
    return load();
  };
}

/** Sends a request, because even a browser that reports no connection can reach a shop on the same machine. */
function isServerReachable(): Promise<boolean> {
  return fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

function waitForConnectionOrPause(): Promise<void> {
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
