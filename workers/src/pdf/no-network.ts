const NETWORK = ['fetch', 'Request', 'Headers', 'FormData', 'WebSocket', 'CloseEvent', 'EventSource'];

/** The reader looks for this class when it is loaded; nothing may make one. */
function Response(): never {
  throw new Error('there is no network here');
}

/**
 * Takes the web's ways to the network from this process. To be called before a library looks at them, which alone would
 * load all of Node's network code: a tenth of what a small file costs.
 */
export function removeNetwork(): void {
  for (const name of NETWORK) Reflect.deleteProperty(globalThis, name);
  // To redefine it in place would load what it stands for.
  Reflect.deleteProperty(globalThis, 'Response');
  Object.assign(globalThis, { Response });
}
