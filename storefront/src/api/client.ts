import createClient, { createFinalURL, defaultPathSerializer, type FetchOptions, type Middleware } from 'openapi-fetch';
import { ApiError, errorMiddleware, type WithFallback } from './api-error';
import { newTrace } from './new-trace';
import type { paths } from './schema';

export const timeoutMs = 10_000;
export const timeoutError = () => new ApiError(408, 'REQUEST_TIMEOUT', 'Request timeout');
let apiBase = '';

export function setApiBase(base: string): void {
  apiBase = base.replace(/\/$/, '');
}

/** The origin of the API. */
export const apiOrigin = () => apiBase || location.origin;

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

export type GetPath = PathsWith<'get'>;

/** The type of `data` in the response envelope `{ success, data }`. */
export type ResponseData<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends Json<{ success: true; data: infer D }> ? D : never }[keyof R]
  : never;
type Json<T> = { content: { 'application/json': T } };

/** The query parameters of a GET request. */
export type QueryOf<P extends GetPath> = NonNullable<paths[P]['get']['parameters']['query']>;
export type ParamsOf<P extends GetPath> = NonNullable<Options<P, 'get'>['params']>;

type Options<P extends keyof paths, M extends Method> = FetchOptions<paths[P][M]> & WithFallback;

/** Stricter than the methods of openapi-fetch, which accept unknown names in the options and in the query. */
type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: object extends Options<P, M> ? [Options<P, M>?] : [Options<P, M>]
) => Promise<ResponseData<P, M>>;

export type Api = { [M in Method]: Call<M> };

/**
 * Creates a client with one function per HTTP method. Each function returns the `data` of the response envelope. Each
 * function throws an ApiError, or an AbortError when the caller aborts the request.
 * @param middlewares the handlers of requests, in order; they handle responses in reverse order
 */
export function createApi(...middlewares: Middleware[]): Api {
  const client = createClient<paths>({
    fetch: fetchWithTimeout,
    querySerializer: queryString,
    headers: { Accept: 'application/json' },
  });
  client.use(errorMiddleware, ...middlewares);
  // The cast is needed because TypeScript cannot compare these types with `Call` while method and path are generic.
  const request = client.request as (
    method: Method,
    path: string,
    options: object,
  ) => Promise<{ data: { data: never } }>;
  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[options]) => {
      const { data } = await request(method, path, { ...options, baseUrl: apiOrigin() });
      return data.data;
    };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
}

/** Requests without an access token. */
export const api = createApi();

/** Sends a request with a timeout. Reads the whole response, so that the timeout includes the body. */
async function fetchWithTimeout(request: Request): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  // A clone, because the session middleware can send the request again.
  const attempt = request.clone();
  // Requests to another origin do not get this header, because with it each of them would need a preflight request.
  if (apiBase === '') attempt.headers.set('traceparent', newTrace());
  try {
    const response = await fetch(attempt, { signal: AbortSignal.any([request.signal, timeout]) });
    return new Response((await response.text()) || null, response);
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (timeout.aborted) throw timeoutError();
    if (error instanceof TypeError) {
      throw new ApiError(0, 'NETWORK_ERROR', 'Network error: Unable to connect to server');
    }
    throw new ApiError(
      0,
      'NETWORK_ERROR',
      error instanceof Error ? `Network error: ${error.message}` : 'Unknown network error',
    );
  }
}

/** @returns the path and query of a GET request, without the origin */
export function toUrl<P extends GetPath>(path: P, params: ParamsOf<P>): string {
  return createFinalURL(path, {
    baseUrl: '',
    params,
    querySerializer: queryString,
    pathSerializer: defaultPathSerializer,
  });
}

function queryString(query: Record<string, unknown>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])));
}
