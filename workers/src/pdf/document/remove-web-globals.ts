const WEB_GLOBALS = ['fetch', 'Request', 'Headers', 'FormData', 'WebSocket', 'CloseEvent', 'EventSource'];

/** The reader requires this class when it is loaded, but must not create instances. */
function Response(): never {
  throw new Error('no network in this process');
}

/**
 * Removes fetch and related globals from this process. A library that only checks for them would load Node's network code,
 * a tenth of the time for a small file. This is an optimisation, not a security measure.
 */
export function removeWebGlobals(): void {
  for (const name of WEB_GLOBALS) Reflect.deleteProperty(globalThis, name);
  // Deletes it first: redefining it would load the code behind it.
  Reflect.deleteProperty(globalThis, 'Response');
  Object.assign(globalThis, { Response });
}
