import { trustedScriptUrl } from '../lib/trusted-script-url';

/** Registers the service worker of the offline page after the page has loaded, because the first screen is more urgent. */
export function registerOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function register(): void {
  // Ignores a failure: a private window can refuse the service worker, and the shop works without it.
  navigator.serviceWorker
    .register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' })
    .catch(() => undefined);
}
