/**
 * A `traceparent` (W3C Trace Context) by which support finds the logs of a request. Each request has its own trace:
 * nothing links the requests of one visitor.
 */
export const newTrace = () => `00-${hex(16)}-${hex(8)}-01`;

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
