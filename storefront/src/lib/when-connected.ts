/**
 * A loader of a part of the shop that waits for a connection first: what is on the screen stays until then. A browser does
 * not ask a second time for a part that failed to come, and a reload would lose what was typed.
 */
export function whenConnected<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    // A network that is said to be back may need another moment.
    if (!navigator.onLine) while (!(await answers())) await connectionOrPause();
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
    const timer = setTimeout(end, navigator.onLine ? 500 : 5_000);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      goOn();
    }
    window.addEventListener('online', end);
  });
}
