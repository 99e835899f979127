import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { secretKeyRequired, authenticateKey, type ApiKeys } from '../api-keys.ts';
import { expand, readExpand } from './expand.ts';
import { toStripeError, type Faults } from '../faults.ts';
import { readForm, type Parameters } from './form-parameters.ts';
import { parametersDigest, type Idempotency } from './idempotency.ts';
import type { Store } from '../store.ts';
import { findRoute, type Route } from './routes.ts';
import { StripeError } from './stripe-error.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** The query string or the form-encoded body. */
  form: string;
  headers: IncomingHttpHeaders;
  requestId: string;
}

export interface ApiResponse {
  status: number;
  body: object;
  headers: Record<string, string>;
}

/** A response, 'cut' (the connection is closed), or 'silence' (no response). */
export type Reply = ApiResponse | 'cut' | 'silence';

export interface Api {
  keys: ApiKeys;
  store: Store;
  faults: Faults;
  idempotency: Idempotency;
  publicUrl: string;
}

/** @returns the public address of the fake when a proxy has forwarded the request */
const forwardedAddress = (headers: ApiRequest['headers']): string | undefined => {
  const { 'x-forwarded-proto': proto, 'x-forwarded-host': host, 'x-forwarded-prefix': prefix } = headers;
  return proto && host && prefix ? `${proto}://${host}${prefix}` : undefined;
};

const toErrorResponse = (error: unknown): { status: number; body: object; remembered: boolean } => {
  if (error instanceof StripeError)
    return { status: error.status, body: { error: error.body }, remembered: error.remembered };
  console.error('stripe fake:', error);
  return {
    status: 500,
    body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
    remembered: false,
  };
};

/**
 * Runs the handler and stores its response for the idempotency key. The store in memory and its journal on disk
 * (store.ts) change in the same tick.
 */
const runHandler = (
  api: Api,
  { route, id }: { route: Route; id: string },
  request: ApiRequest,
  parameters: Parameters,
  publishable: boolean,
  key?: string,
): ApiResponse => {
  const cause = { id: request.requestId, idempotency_key: key ?? null };
  let result: ReturnType<typeof toErrorResponse>;
  try {
    const { expand: paths, ...rest } = parameters;
    const expandPaths = readExpand(paths);
    const object = route.handler({
      store: api.store,
      publicUrl: forwardedAddress(request.headers) ?? api.publicUrl,
      id,
      parameters: rest,
      publishable,
      cause,
    });
    const body = expandPaths.reduce<unknown>((whole, path) => expand(api.store, whole, path), object);
    result = { status: 200, body: body as object, remembered: true };
  } catch (error) {
    result = toErrorResponse(error);
  }
  const { status, body } = result;
  if (key !== undefined && result.remembered) {
    api.idempotency.remember(key, {
      path: request.path,
      digest: parametersDigest(parameters),
      status,
      body,
      requestId: request.requestId,
    });
  }
  api.store.commit();
  return { status, body, headers: {} };
};

const applyFaults = async (
  api: Api,
  request: ApiRequest,
  key: string | undefined,
  parameters: Parameters,
  work: () => ApiResponse,
): Promise<Reply> => {
  const fault = api.faults.take(request.method, request.path);
  if (fault?.delayMs) await pause(fault.delayMs, undefined, { ref: false });
  const outcome = fault?.outcome ?? (fault?.delayMs && fault.status === undefined ? 'slow' : 'error');
  if (!fault || outcome === 'slow') return work();
  if (outcome === 'silence') return 'silence';
  if (outcome === 'lost-response') {
    work();
    return 'cut';
  }
  const { status, body, remembered } = toErrorResponse(toStripeError(fault));
  if (key !== undefined && remembered) {
    api.idempotency.remember(key, {
      path: request.path,
      digest: parametersDigest(parameters),
      status,
      body,
      requestId: request.requestId,
    });
    api.store.commit();
  }
  return { status, body, headers: remembered ? { 'stripe-should-retry': 'false' } : {} };
};

/** Responds to an API request like Stripe, or with a fault that a test has planned. The promise never rejects. */
export const handleApiRequest = async (api: Api, request: ApiRequest): Promise<Reply> => {
  const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
  let running = false;
  try {
    const { key: keyParameter, _stripe_version: _ignored, ...parameters } = readForm(request.form);
    const caller = authenticateKey(api.keys, request.headers, keyParameter);
    const found = findRoute(request.method, request.path);
    if (!found) {
      const message = `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
      throw new StripeError(404, { type: 'invalid_request_error', message }, false);
    }
    if (caller === 'publishable' && !found.route.browser) throw secretKeyRequired();
    if (key !== undefined) {
      const earlier = api.idempotency.begin(key, request.path, parametersDigest(parameters));
      if (earlier) {
        const headers = {
          'idempotent-replayed': 'true',
          'original-request': earlier.requestId,
          ...(earlier.status >= 500 && { 'stripe-should-retry': 'false' }),
        };
        return { status: earlier.status, body: earlier.body, headers };
      }
      running = true;
    }
    return await applyFaults(api, request, key, parameters, () =>
      runHandler(api, found, request, parameters, caller === 'publishable', key),
    );
  } catch (error) {
    const { status, body } = toErrorResponse(error);
    return { status, body, headers: status === 401 ? { 'www-authenticate': 'Bearer realm="Stripe"' } : {} };
  } finally {
    if (running && key !== undefined) api.idempotency.finish(key);
  }
};
