import createClient, { createFinalURL, defaultPathSerializer, type FetchOptions, type Middleware } from 'openapi-fetch';
import { ApiError, errors, type WithFallback } from './api-error';
import { newTrace } from './new-trace';
import type { paths } from './schema';

export const timeOutMs = 10_000;
export const tooLate = () => new ApiError(408, 'REQUEST_TIMEOUT', 'Request timeout');
let apiBase = '';

export function setApiBase(base: string): void {
  apiBase = base.replace(/\/$/, '');
}

type Method = 'get' | 'post' | 'put' | 'delete';
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

export type ReadPath = PathsWith<'get'>;

/** The `data` of the envelope of a response. */
export type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends Json<{ success: true; data: infer D }> ? D : never }[keyof R]
  : never;
type Json<T> = { content: { 'application/json': T } };

/** The query parameters of a read. */
export type QueryOf<P extends ReadPath> = NonNullable<paths[P]['get']['parameters']['query']>;
export type ParamsOf<P extends ReadPath> = NonNullable<Options<P, 'get'>['params']>;

type Options<P extends keyof paths, M extends Method> = FetchOptions<paths[P][M]> & WithFallback;

/** openapi-fetch's own methods accept any further name in the options and in the query. */
type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: object extends Options<P, M> ? [Options<P, M>?] : [Options<P, M>]
) => Promise<Answer<P, M>>;

export type Api = { [M in Method]: Call<M> };

/**
 * The API's requests by method: each returns the envelope's `data` or throws an ApiError; an abort by the caller stays
 * an AbortError.
 * @param middlewares the first one handles the request first and the response last
 */
export function createApi(...middlewares: Middleware[]): Api {
  const client = createClient<paths>({
    fetch: reach,
    querySerializer: queryString,
    headers: { Accept: 'application/json' },
  });
  client.use(errors, ...middlewares);
  // TypeScript cannot compare its types with the stricter ones above while method and path are generic.
  const request = client.request as (
    method: Method,
    path: string,
    options: object,
  ) => Promise<{ data: { data: never } }>;
  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[options]) => {
      const { data } = await request(method, path, { ...options, baseUrl: apiBase || location.origin });
      return data.data;
    };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
}

/** Sends no access token. */
export const api = createApi();

/** Reads the whole response, so that the timeout covers the body too. */
async function reach(request: Request): Promise<Response> {
  const timeOut = AbortSignal.timeout(timeOutMs);
  // The session middleware may repeat the request.
  const attempt = request.clone();
  // To another origin the header would cause a preflight request for each read.
  if (apiBase === '') attempt.headers.set('traceparent', newTrace());
  try {
    const response = await fetch(attempt, { signal: AbortSignal.any([request.signal, timeOut]) });
    return new Response((await response.text()) || null, response);
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (timeOut.aborted) throw tooLate();
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

/** The path and query of a read, without the server's origin. */
export function toUrl<P extends ReadPath>(path: P, params: ParamsOf<P>): string {
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
