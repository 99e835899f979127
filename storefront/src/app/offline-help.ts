import { trustedScriptUrl } from '../lib/trusted-script-url';

/** Lets the browser show the offline page instead of its own; waits, so that it never delays the first screen. */
export function helpWhenOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function register(): void {
  // Without it the shop works as before; a private window may refuse.
  navigator.serviceWorker
    .register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' })
    .catch(() => undefined);
}
