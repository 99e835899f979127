import { trustedScriptUrl } from '../lib/trusted-script-url';

/** Registers the service worker of the offline page; waits, so that it never delays the first screen. */
export function helpWhenOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function register(): void {
  // The shop works without it; a private window may refuse the registration.
  navigator.serviceWorker
    .register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' })
    .catch(() => undefined);
}
