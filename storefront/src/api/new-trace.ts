/**
 * Creates the value of a `traceparent` header (W3C Trace Context). Support finds the logs of a request by its trace id.
 * Each request has its own trace, so that the requests of a visitor cannot be linked.
 */
export const newTrace = () => `00-${hex(16)}-${hex(8)}-01`;

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
