const WEB_GLOBALS = ['fetch', 'Request', 'Headers', 'FormData', 'WebSocket', 'CloseEvent', 'EventSource'];

/** A substitute for `Response`: pdf.js requires the class when it is loaded, but must not create instances. */
function Response(): never {
  throw new Error('no network in this process');
}

/**
 * Removes `fetch` and related globals from this process, to save time. Node loads its network code as soon as a library
 * checks whether one of these globals exists. For a small file, this loading would take a tenth of the whole preparation
 * time. The removal is not a security measure.
 */
export function removeWebGlobals(): void {
  for (const name of WEB_GLOBALS) Reflect.deleteProperty(globalThis, name);
  // `Response` is deleted first, because assigning to the existing global would load Node's network code.
  Reflect.deleteProperty(globalThis, 'Response');
  Object.assign(globalThis, { Response });
}
