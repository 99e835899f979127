import type { Parameters } from './form-parameters.ts';
import type { Cause, Store } from '../store.ts';

/** An authenticated request. */
export interface Call {
  store: Store;
  /** Public address of the fake, without a trailing slash. */
  publicUrl: string;
  /** The id in the path, or ''. */
  id: string;
  parameters: Parameters;
  /** True for requests of a browser, which get fewer fields. */
  publishable: boolean;
  cause: Cause;
}

/** @returns the response. @throws {StripeError} */
export type Handler = (call: Call) => object;
