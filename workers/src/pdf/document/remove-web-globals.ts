const WEB_GLOBALS = ['fetch', 'Request', 'Headers', 'FormData', 'WebSocket', 'CloseEvent', 'EventSource'];

/** The reader looks for this class when it is loaded; nothing may make one. */
function Response(): never {
  throw new Error('there is no network here');
}

/**
 * Takes fetch and what belongs to it from this process. A library that merely looks at them would load all of Node's
 * network code, a tenth of what a small file costs. This saves time; it keeps nobody from the network.
 */
export function removeWebGlobals(): void {
  for (const name of WEB_GLOBALS) Reflect.deleteProperty(globalThis, name);
  // To redefine it in place would load what it stands for.
  Reflect.deleteProperty(globalThis, 'Response');
  Object.assign(globalThis, { Response });
}
