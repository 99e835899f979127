import { once } from 'node:events';
import { connect } from 'node:net';
import supertest from 'supertest';
import { createApi } from '../src/create-api.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { loadConfig } from '../src/platform/config/config.js';
import { MATRIX } from './access-matrix.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { type OpenShop, openShop } from './support/open-shop.js';

let shop: OpenShop;
let buyer: TestBuyer;
let patternId: string;
/** A pattern with prepared files, which a buyer can order. */
let purchasablePatternId: string;
beforeAll(async () => {
  shop = await openShop({
    workers: true,
    env: { CORS_ORIGINS: 'https://partner.example, https://second.example:8443' },
  });
  buyer = await aBuyer(shop);
  [patternId, purchasablePatternId] = [await aPattern().in(shop), await aPattern().in(shop)];
  await shop.settles();
}, 120_000);
afterAll(() => shop.close());

const bodyOfBytes = (bytes: number) => JSON.stringify({ email: 'a'.repeat(bytes - 12) });
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('the API', () => {
  const send = (path: string, body: string, type = 'application/json') =>
    shop.http.post(path).set('content-type', type).send(body);

  it.each<[string, string, string, number, string]>([
    ['of more than 100 KiB', '/api/auth/login', bodyOfBytes(100 * 1024 + 1), 413, 'BODY_TOO_LARGE'],
    ['of a webhook above 256 KiB', '/api/payments/webhook', bodyOfBytes(256 * 1024 + 1), 413, 'BODY_TOO_LARGE'],
    ['that is nested too deep', '/api/auth/login', nested(10_000), 400, 'BODY_TOO_DEEP'],
    ['with too many values', '/api/auth/login', JSON.stringify(Array(5_000).fill(1)), 400, 'BODY_TOO_COMPLEX'],
    ['with NUL', '/api/auth/login', '{"email":"a\\u0000@example.com","password":"x"}', 400, 'VALIDATION_FAILED'],
    [
      'with half of a surrogate pair',
      '/api/auth/login',
      '{"email":"a\\ud800@example.com","password":"x"}',
      400,
      'VALIDATION_FAILED',
    ],
    ['that is not JSON', '/api/auth/login', '{"email":', 400, 'BAD_REQUEST'],
    ['that is empty', '/api/auth/login', '', 400, 'BAD_REQUEST'],
    ['that is a list', '/api/auth/login', '[]', 400, 'VALIDATION_FAILED'],
    ['that is null', '/api/auth/login', 'null', 400, 'VALIDATION_FAILED'],
    ['with __proto__', '/api/auth/login', '{"__proto__":{"admin":true},"email":1}', 400, 'BAD_REQUEST'],
    [
      'with a duplicate key',
      '/api/auth/login',
      '{"email":"a@b.de","email":7,"password":"x"}',
      400,
      'VALIDATION_FAILED',
    ],
  ])('refuses a body %s', async (_what, path, body, status, code) => {
    const response = await send(path, body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.body).toMatchObject({ success: false, error: { code } });
  });

  it.each([
    ['below 256 KiB', bodyOfBytes(256 * 1024 - 1)],
    ['with 5,000 values', JSON.stringify(Array(5_000).fill(1))],
  ])('accepts webhook bodies %s and then checks their signature', async (_what, body) => {
    const response = await send('/api/payments/webhook', body);
    expect([response.status, response.body.code]).toEqual([400, 'INVALID_SIGNATURE']);
    expect(response.body).toMatchObject({ success: false, error: { code: 'INVALID_SIGNATURE' } });
  });

  it('refuses a body whose content type is not JSON', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      const { status } = await send('/api/auth/login', 'email=a', type);
      expect([type, status < 500, status >= 400]).toEqual([type, true, true]);
    }
  });

  it('accepts the body of a pattern up to 1 MiB', async () => {
    const sendPattern = (bytes: number) =>
      send('/api/patterns', bodyOfBytes(bytes)).set('authorization', `Bearer ${buyer.token}`);
    expect((await sendPattern(900 * 1024)).status).not.toBe(413);
    expect((await sendPattern(1024 * 1024 + 1)).status).toBe(413);
  });
});

describe('URLs and headers of requests', () => {
  it('cause no 5xx response, even with an invalid query string', async () => {
    const manyParameters = Array.from({ length: 1_500 }, (_, n) => `a${n}=1`).join('&');
    const responses = await Promise.all(
      [`a${'[b]'.repeat(500)}=1`, manyParameters, 'page=1&page=2', 'search=%00', 'search=%ff', 'search=%'].map(
        (query) => shop.http.get(`/api/patterns?${query}`),
      ),
    );
    for (const { status, body } of responses)
      expect([status < 500, status === 200 || body.success === false]).toEqual([true, true]);
  });

  it('are refused above 16 KB', async () => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(17_000)}\r\n\r\n`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 431 /);
    socket.destroy();
  });
});

describe('headers of responses', () => {
  const get = (path: string) => shop.http.get(path);
  const SECURITY =
    /^(content-security|cross-origin|origin-agent|permissions|referrer|strict-transport|x-(?!trace-id$))/;
  const JSON_HEADERS = ['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options'];
  const PAGE_HEADERS = [
    ...JSON_HEADERS,
    'cross-origin-opener-policy',
    'origin-agent-cluster',
    'permissions-policy',
    'referrer-policy',
    'x-dns-prefetch-control',
    'x-download-options',
    'x-frame-options',
    'x-permitted-cross-domain-policies',
    'x-xss-protection',
  ];

  it.each([
    ['JSON', JSON_HEADERS, ['/api/patterns', '/api/nowhere', '/api/auth/profile', '/health', '/config.json']],
    ['pages', PAGE_HEADERS, ['/', '/patterns', '/nowhere', '/verify-email', '/api/docs', '/api/admin/queues']],
  ])('include exactly the security headers of %s, with every status', async (_what, names, paths) => {
    for (const path of paths) {
      const { headers } = await get(path);
      const security = Object.keys(headers).filter((name) => SECURITY.test(name));
      expect([path, ...security.toSorted()]).toEqual([path, ...names.toSorted()]);
    }
  });

  it('forbid browsers to run JSON as code, and do not name the server', async () => {
    for (const path of ['/api/patterns', `/api/patterns/${patternId}`, '/api/nowhere', '/health', '/config.json']) {
      const { headers } = await get(path);
      expect([path, headers['content-security-policy']]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });

  it('allow pages their own resources, and send no referrer from pages with a token in the URL', async () => {
    const page = await get('/patterns');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['permissions-policy']).toContain('camera=()');
    expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(page.headers['content-security-policy']).toContain("worker-src 'self'");
    expect(page.headers['content-security-policy']).toContain("manifest-src 'self'");
    const { url } = await shop.files.presignUpload('incoming/x', 'application/pdf', [1, 2], 60);
    const targets = /connect-src ([^;]+)/.exec(page.headers['content-security-policy']!)![1]!.split(' ');
    expect(targets).toEqual(["'self'", shop.config.stripe.apiBase, new URL(url).origin]);
    expect((await get('/verify-email?token=x')).headers['referrer-policy']).toBe('no-referrer');
    expect((await get('/en/reset-password?token=x')).headers['referrer-policy']).toBe('no-referrer');
  });

  const personal = Object.entries(MATRIX).filter(([, { access }]) => access !== 'public' && access !== 'guest');

  it.each(personal.map(([call]) => call))('keep personal responses out of caches: %s', async (call) => {
    const [method, path] = call.split(' ') as [string, string];
    const url = path.replaceAll(/:\w+/g, patternId);
    const { status, headers } = await shop.http[method.toLowerCase() as 'get'](url).set(
      'authorization',
      `Bearer ${buyer.token}`,
    );
    expect([status === 401, headers['cache-control']]).toEqual([false, expect.stringContaining('no-store')]);
    if (call === 'POST /api/auth/logout') buyer = await aBuyer(shop);
  });
});

describe('the documented messages', () => {
  it('are returned for 401, 403, 404, 400 and 500', async () => {
    const unauthenticated = await shop.http.get('/api/auth/profile');
    expect(unauthenticated.body.message).toBe('You are not authorized to perform this action.');
    const unknown = await shop.http.get('/api/nowhere');
    expect(unknown.body.message).toBe('The requested resource was not found.');
    const { token, email } = await aBuyer(shop);
    const unverified = await shop.http.post('/api/patterns').set('authorization', `Bearer ${token}`).send({});
    expect(unverified.body.message).toBe('Your account has not been verified yet. Please check your emails.');
    const checkout = await shop.http.post('/api/payments/create').send({ pattern_id: patternId });
    expect(checkout.body.message).toContain('Email is required');
    await shop.owner.rows('alter table users rename to people');
    const broken = await shop.http.post('/api/auth/login').send({ email, password: 'Nadel-und-Faden-7' });
    await shop.owner.rows('alter table people rename to users');
    expect([broken.status, broken.body.message]).toEqual([500, 'Server error. Please try again later.']);
  });
});

describe('pages of other origins', () => {
  const from = (origin: string, path = '/api/patterns') => shop.http.get(path).set('origin', origin);
  const OTHER_ORIGINS = [
    'https://evil.example',
    'null',
    'http://partner.example',
    'https://partner.example.evil.example',
    'https://partner.example:8443',
    'https://sub.partner.example',
    'https://PARTNER.example.',
    'file://',
  ];

  it('can read responses only if CORS_ORIGINS contains exactly their origin', async () => {
    for (const origin of ['https://partner.example', 'https://second.example:8443']) {
      expect((await from(origin)).headers).toMatchObject({ 'access-control-allow-origin': origin });
    }
    for (const origin of OTHER_ORIGINS) {
      const { headers } = await from(origin);
      expect([origin, headers['access-control-allow-origin']]).toEqual([origin, undefined]);
      expect(headers.vary?.toLowerCase()).toContain('origin');
    }
  });

  it('get a preflight response that allows no credentials, if CORS_ORIGINS contains their origin', async () => {
    const preflight = (origin: string) =>
      shop.http
        .options('/api/auth/login')
        .set({ origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' });
    const allowed = await preflight('https://partner.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://partner.example');
    expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a burst of registrations', () => {
  it('is served up to the limit of concurrent requests; further requests get 503 with Retry-After', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        shop.http
          .post('/api/auth/register')
          .send({ name: 'B', username: `burst_${n}`, email: `burst${n}@example.com`, password: 'Nadel-und-Faden-7' }),
      ),
    );
    for (const { status, body, headers } of responses) {
      if (status === 201) continue;
      expect([status, body.code, headers['retry-after']]).toEqual([
        503,
        'UNAVAILABLE',
        expect.stringMatching(/^[123]$/),
      ]);
    }
    expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(42);
  });
});

// These tests come last: Passport keeps one strategy per process, so a second shop invalidates all tokens of the first.
describe('a second shop with other settings', () => {
  it('sends Strict-Transport-Security only with https', async () => {
    expect((await shop.http.get('/health')).headers).not.toHaveProperty('strict-transport-security');
    const app = await createApi(
      loadConfig({ needs: PROGRAM_NEEDS.api, env: { ...shop.env, PUBLIC_URL: 'https://schnitte.example' } }),
    );
    await app.listen(0, '127.0.0.1');
    const { headers } = await supertest(await app.getUrl()).get('/health');
    await app.close();
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });

  it('returns the documented message when Stripe is unreachable', async () => {
    const app = await createApi(
      loadConfig({ needs: PROGRAM_NEEDS.api, env: { ...shop.env, STRIPE_API_BASE: 'http://127.0.0.1:9' } }),
    );
    await app.listen(0, '127.0.0.1');
    const response = await supertest(await app.getUrl())
      .post('/api/payments/create')
      .send({ pattern_id: purchasablePatternId, buyer_email: 'guest@example.com', consent: true, country: 'DE' });
    await app.close();
    expect([response.status, response.body.message]).toEqual([502, 'Failed to create payment']);
  });
});
