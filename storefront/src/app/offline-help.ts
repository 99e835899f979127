import { trustedScriptUrl } from '../lib/trusted-script-url';

/** Registers the service worker of the offline page, after the page has loaded so that it does not delay the first screen. */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function register(): void {
  // Ignores a failure: the shop works without the service worker, and a private window can refuse it.
  navigator.serviceWorker
    .register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' })
    .catch(() => undefined);
}
