import type { Parameters } from './form-parameters.ts';
import type { Cause, Ledger } from '../ledger.ts';

/** One authenticated request, as the handlers see it. */
export interface Call {
  ledger: Ledger;
  /** Base address under which a browser reaches this fake, without a trailing slash. */
  publicUrl: string;
  /** The id that stands in the path, '' when there is none. */
  id: string;
  parameters: Parameters;
  /** True for calls from a browser: they see less. */
  publishable: boolean;
  cause: Cause;
}

/** Answers with the object, or throws a StripeError. */
export type Handler = (call: Call) => object;
