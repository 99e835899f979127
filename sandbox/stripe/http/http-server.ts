import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { handleApiRequest, type Api } from './api.ts';
import { preferredLanguage, type Language } from './page-messages.ts';
import { challengePage, overviewPage, resultPage, notFoundPage } from './pages.ts';
import { newId } from '../stripe-objects.ts';
import { settleChallenge, findChallenge, buildReturnUrl } from '../payments/three-d-secure.ts';

const MAX_BODY_BYTES = 256 * 1024;

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Idempotent-Replayed, Stripe-Should-Retry',
};
const PREFLIGHT = {
  ...CROSS_ORIGIN,
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, Stripe-Version, X-Stripe-Client-User-Agent',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-max-age': '300',
};

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const sendPage = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, {
    'cache-control': 'no-store',
    // There is no form-action, because browsers would also apply it to the redirect to the shop.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(html);
};

const sendJson = (response: ServerResponse, status: number, body: object, headers: Record<string, string>): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-cache, no-store', ...headers });
  response.end(JSON.stringify(body, null, 2));
};

const serveApi = async (api: Api, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, PREFLIGHT).end();
    return;
  }
  const requestId = newId('req');
  const headers = { ...CROSS_ORIGIN, 'request-id': requestId };
  const body = request.method === 'POST' ? await readBody(request) : '';
  if (body === undefined) {
    sendJson(
      response,
      413,
      { error: { type: 'invalid_request_error', message: 'The request body is too large.' } },
      { ...headers, connection: 'close' },
    );
    return;
  }
  const type = request.headers['content-type'] ?? '';
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    const message =
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.';
    sendJson(response, 400, { error: { type: 'invalid_request_error', message } }, headers);
    return;
  }
  const form = [url.search.slice(1), body].filter(Boolean).join('&');
  const reply = await handleApiRequest(api, {
    method: request.method ?? 'GET',
    path: url.pathname,
    form,
    headers: request.headers,
    requestId,
  });
  if (reply === 'silence') return;
  if (reply === 'cut') {
    request.socket.destroy();
    return;
  }
  const key = request.headers['idempotency-key'];
  sendJson(response, reply.status, reply.body, {
    ...headers,
    ...(typeof key === 'string' && { 'idempotency-key': key }),
    ...reply.headers,
  });
};

const serveChallenge = async (
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  language: Language,
): Promise<void> => {
  const found = findChallenge(api.store, secret);
  if (!found) return sendPage(response, 404, notFoundPage(language));
  const open = found.challenge.state === 'open' && found.intent.status === 'requires_action';
  if (request.method === 'GET' && open)
    return sendPage(response, 200, challengePage(language, found.intent, found.method));
  const outcome = request.method === 'POST' ? new URLSearchParams(await readBody(request)).get('outcome') : null;
  const hasInvalidOutcome = request.method === 'POST' && open && outcome !== 'complete' && outcome !== 'fail';
  if (hasInvalidOutcome) return sendPage(response, 400, challengePage(language, found.intent, found.method));
  const status = settleChallenge(api.store, secret, outcome === 'complete');
  const { returnUrl } = found.challenge;
  if (returnUrl === null) return sendPage(response, 200, resultPage(language, status));
  response
    .writeHead(303, { location: buildReturnUrl(returnUrl, found.intent, status), 'referrer-policy': 'no-referrer' })
    .end();
};

const serve = async (api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://fake');
  const chosen = url.searchParams.get('lang');
  const language = chosen === 'de' || chosen === 'en' ? chosen : preferredLanguage(request.headers['accept-language']);
  if (url.pathname.startsWith('/v1/')) return serveApi(api, request, response, url);
  if (url.pathname.startsWith('/3d-secure/'))
    return serveChallenge(api, request, response, url.pathname.slice('/3d-secure/'.length), language);
  if (url.pathname === '/health') return sendJson(response, 200, { status: 'ok', livemode: false }, {});
  if (url.pathname === '/') return sendPage(response, 200, overviewPage(language, api.store));
  sendPage(response, 404, notFoundPage(language));
};

/** @returns the HTTP server of the fake, not yet listening */
export const createStripeServer = (api: Api): Server =>
  createServer((request, response) => {
    serve(api, request, response).catch((error: unknown) => {
      console.error('stripe fake:', error);
      response.destroy();
    });
  });
