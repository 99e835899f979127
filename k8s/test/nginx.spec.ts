import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openShop } from '../../backend/test/support/open-shop.js';
import { type HttpResponse, sendRequest } from './support/send-request.js';
import { makeImageFiles, SCRIPT } from './support/make-image-files.js';
import { type Nginx, startNginx, TEMPLATE, nginxMissing } from './support/start-nginx.js';
import { StubApi } from './support/stub-api.js';

const TOKEN = 'Zm9vYmFyYmF6cXV4-0123456789_abcdefghijklmnop';
const api = new StubApi();
let root: string;
let nginx: Nginx;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequest(nginx.url + path, { method, headers });

if (nginxMissing) process.stdout.write(nginxMissing);
else {
  beforeAll(async () => {
    root = makeImageFiles();
    await api.start();
    nginx = await startNginx(api.address, root);
  });
  afterAll(async () => {
    await nginx?.stop();
    await api.stop();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => api.reset());

  describe('static files', () => {
    it.each([
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ])('are sent in an encoding that the browser accepts: "%s"', async (accepted, encoding, unpack) => {
      const response = await get('/assets/shop-abc123.js?v=1', { 'accept-encoding': accepted });
      expect(response.status).toBe(200);
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(response.headers.vary).toBe('Accept-Encoding');
      expect(unpack(response.bytes).toString()).toBe(SCRIPT);
      expect(api.requests).toEqual([]);
    });

    it('have their content type in every encoding', async () => {
      const allEncodings = { 'accept-encoding': 'br, gzip' };
      const typeAndEncoding = async (path: string) => {
        const { headers } = await get(path, allEncodings);
        return [headers['content-type'], headers['content-encoding']];
      };
      expect(await typeAndEncoding('/assets/shop-abc123.css')).toEqual(['text/css; charset=utf-8', 'br']);
      expect(await typeAndEncoding('/assets/small-abc123.js')).toEqual([
        'application/javascript; charset=utf-8',
        undefined,
      ]);
      expect(await typeAndEncoding('/assets/text-abc123.woff2')).toEqual(['font/woff2', undefined]);
      expect(await typeAndEncoding('/locales/de/home.json')).toEqual(['application/json; charset=utf-8', 'gzip']);
      expect(await typeAndEncoding('/favicon.svg')).toEqual(['image/svg+xml', undefined]);
    });

    it('are cached permanently when their name contains a hash, otherwise revalidated', async () => {
      const permanent = 'public, max-age=31536000, immutable';
      expect((await get('/assets/shop-abc123.js', { 'accept-encoding': 'br' })).headers['cache-control']).toBe(
        permanent,
      );
      expect((await get('/assets/text-abc123.woff2')).headers['cache-control']).toBe(permanent);
      const worker = await get('/service-worker.js');
      expect(worker.headers['cache-control']).toBe('no-cache');
      expect((await get('/locales/de/home.json')).headers['cache-control']).toBe('no-cache');
      expect((await get('/service-worker.js', { 'if-none-match': worker.headers.etag! })).status).toBe(304);
    });

    it('are requested from the API when the image does not contain them', async () => {
      api.respond = ({ url }, response) =>
        url.includes('newer')
          ? response.setHeader('content-type', 'application/javascript').end('newer')
          : response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      expect((await get('/assets/newer-def456.js')).text).toBe('newer');
      const missing = await get('/assets/nowhere-def456.js');
      expect([missing.status, missing.headers['content-type']]).toEqual([404, 'application/json']);
      expect((await get('/unavailable.html')).status).toBe(404);
      await get('/robots.txt');
      expect(api.requests.map(({ url }) => url).slice(-2)).toEqual(['/unavailable.html', '/robots.txt']);
    });
  });

  describe('requests for pages and endpoints', () => {
    it.each(['/api/patterns?search=a%20b%2Fc&q=%C3%A4', '/patterns/%C3%A4%2Fb', '/x%2Fy.json?token=%25', '/en/', '/'])(
      'reach the API with an unchanged path: %s',
      async (path) => {
        expect((await get(path)).text).toBe('from the API');
        expect(api.requests[0]!.url).toBe(path);
      },
    );

    it('reach the API with the address of the client in X-Forwarded-For, and without a forged host', async () => {
      const forged = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.test',
      };
      await get('/api/patterns', { ...forged, host: 'shop.test' });
      const { headers } = api.requests[0]!;
      expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9, 127.0.0.1', 'x-forwarded-proto': 'https' });
      expect(headers.host).toBe('shop.test');
      expect(headers['x-forwarded-host']).toBeUndefined();
    });

    it('reach the API with an unchanged body, which the signature of a webhook covers', async () => {
      const body = randomBytes(200 * 1024);
      const headers = { 'stripe-signature': 't=1,v1=ab', 'content-type': 'application/json' };
      await sendRequest(`${nginx.url}/api/payments/webhook`, { method: 'POST', headers, body });
      expect(api.requests[0]!.body.equals(body)).toBe(true);
      expect(api.requests[0]!.headers).toMatchObject(headers);
    });

    it('get a 413 with the error format of the API when the body is too large', async () => {
      const body = Buffer.alloc(1200 * 1024);
      const response = await sendRequest(`${nginx.url}/api/patterns`, { method: 'POST', body });
      expect([response.status, (JSON.parse(response.text) as { code: string }).code]).toEqual([413, 'BODY_TOO_LARGE']);
      expect(api.requests).toEqual([]);
    });

    it('reuse a connection to the API for reads, and open a new one for each write', async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) await get('/api/patterns');
      const reads = new Set(api.requests.map(({ connection }) => connection));
      expect(reads.size).toBeLessThan(3);
      api.reset();
      for (let attempt = 0; attempt < 3; attempt += 1) await get('/api/payments/create', {}, 'POST');
      const writes = new Set(api.requests.map(({ connection }) => connection));
      expect(writes.size).toBe(3);
      expect([...writes].filter((connection) => reads.has(connection))).toEqual([]);
    });

    it('are retried when an API process closes the connection, unless they are writes', async () => {
      let failures = 1;
      api.respond = (_, response) =>
        failures-- > 0 ? response.socket?.destroy() : response.end('from another process');
      expect((await get('/api/patterns')).text).toBe('from another process');
      api.reset();
      api.respond = (_, response) => response.socket?.destroy();
      expect((await get('/api/payments/create', {}, 'POST')).status).toBe(503);
      expect(api.requests).toHaveLength(1);
    });

    it('get the 503 of an overloaded API without a retry', async () => {
      api.respond = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('too many');
      const response = await get('/api/patterns');
      expect([response.status, response.headers['retry-after'], response.text]).toEqual([503, '7', 'too many']);
      expect(api.requests).toHaveLength(1);
    });
  });

  describe('nginx while the API is down', () => {
    beforeAll(() => api.stop());
    afterAll(() => api.start());
    const expectUnavailable = ({ status, headers }: HttpResponse, kind: string) => {
      expect([status, headers['content-type']]).toEqual([503, kind]);
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    };

    it('returns an error page in both languages for a screen', async () => {
      for (const path of ['/', '/en/patterns?category=Tops', '/download/abc']) {
        const response = await get(path);
        expectUnavailable(response, 'text/html; charset=utf-8');
        expect(response.text).toMatch(/Seite neu laden[^]*Reload page/);
      }
    });

    it('returns a 503 with the error format of the API for an endpoint', async () => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const response = await get('/api/patterns?page=1', {}, method);
        expectUnavailable(response, 'application/json; charset=utf-8');
        expect(JSON.parse(response.text)).toMatchObject({ success: false, error: { code: 'UNAVAILABLE' } });
      }
      expectUnavailable(await get('/config.json'), 'application/json; charset=utf-8');
    });

    it('returns plain text for a missing file, and still serves the files of the image', async () => {
      for (const path of ['/assets/newer-def456.js', '/media/picture', '/robots.txt'])
        expectUnavailable(await get(path), 'text/plain; charset=utf-8');
      expect((await get('/assets/shop-abc123.js')).status).toBe(200);
      expect((await get('/nginx-health')).text).toBe('ok\n');
    });

    it('logs no address, token or search', async () => {
      const secrets = [TOKEN, 'jane@example.org', '203.0.113.77', 'Mozilla', 'leinenkleid'];
      const headers = { 'user-agent': 'Mozilla/5.0', referer: `http://x/${TOKEN}`, 'x-forwarded-for': '203.0.113.77' };
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      for (const path of [`/download/${TOKEN}`, `/en/reset-password?token=${TOKEN}`, '/users/jane@example.org/x'])
        await get(path, headers);
      await get('/patterns?search=leinenkleid', { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` });
      const lines = nginx.lines().slice(-4);
      expect(lines.map(({ path }) => path)).toEqual(['/download/', '/en/reset-password', '/users/', '/patterns']);
      expect(lines.at(-1)).toMatchObject({ status: 503, method: 'GET', traceId: trace, apiStatus: '502, 502' });
      for (const secret of secrets) expect(JSON.stringify(nginx.lines()) + nginx.errors()).not.toContain(secret);
    });
  });

  describe('nginx in front of a running API', () => {
    let shop: Awaited<ReturnType<typeof openShop>>;
    let proxy: Nginx;
    const https = { 'x-forwarded-proto': 'https' };
    /** @returns the headers of a response directly from the API, and of the same response through nginx */
    const headersFromBoth = async (path: string) => {
      const direct = await sendRequest(`http://127.0.0.1:${shop.config.port}${path}`, { headers: https });
      return [direct.headers, (await sendRequest(proxy.url + path, { headers: https })).headers] as const;
    };
    /** Headers that differ between transports or responses, and the content policy, which is compared separately. */
    const DIFFERENT_HEADERS =
      /^(date|server|connection|keep-alive|transfer-encoding|content-|etag|last-modified|accept-ranges|vary|x-trace-id|access-control)/;
    const commonHeaders = (headers: HttpResponse['headers']) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !DIFFERENT_HEADERS.test(name)));
    const contentPolicy = (headers: HttpResponse['headers']) =>
      Object.fromEntries(
        String(headers['content-security-policy'])
          .split(';')
          .map((rule): [string, string[]] => {
            const [name = '', ...sources] = rule.trim().split(' ');
            return [name, sources];
          }),
      );

    beforeAll(async () => {
      const page = readFileSync(join(dirname(TEMPLATE), '../index.html'), 'utf8');
      writeFileSync(join(root, 'index.html'), page);
      shop = await openShop({ env: { STOREFRONT_DIR: root, PUBLIC_URL: 'https://shop.naehstube.test' } });
      proxy = await startNginx(`127.0.0.1:${shop.config.port}`, root);
    });
    afterAll(async () => {
      await proxy?.stop();
      await shop?.close();
    });

    it('returns a page with every header of the API', async () => {
      const [direct, proxied] = await headersFromBoth('/patterns');
      expect(commonHeaders(proxied)).toEqual(commonHeaders(direct));
      expect(proxied['content-security-policy']).toBe(direct['content-security-policy']);
    });

    it.each(['/assets/shop-abc123.js', '/service-worker.js', '/locales/de/home.json'])(
      "serves a file with the headers of the API, and with a content policy that allows only the shop's origin: %s",
      async (path) => {
        const [direct, proxied] = await headersFromBoth(path);
        expect(commonHeaders(proxied)).toEqual(commonHeaders(direct));
        expect(proxied['content-type']).toBe(direct['content-type']);
        expect(proxied).toHaveProperty('strict-transport-security');
        const own = Object.entries(contentPolicy(direct)).map(([name, sources]): [string, string[]] => {
          const kept = sources.filter((source) => !source.startsWith('http'));
          return [name, kept];
        });
        expect(contentPolicy(proxied)).toEqual(Object.fromEntries(own));
      },
    );

    it('forwards requests to the API', async () => {
      const config = await sendRequest(`${proxy.url}/config.json`);
      expect(JSON.parse(config.text)).toMatchObject({ publicUrl: 'https://shop.naehstube.test' });
      expect((await sendRequest(`${proxy.url}/health`)).status).toBe(200);
      expect((await sendRequest(`${proxy.url}/api/no/such/thing`)).status).toBe(404);
    });
  });
}

describe('the error page', () => {
  it('is in both languages and loads only existing files of the image', () => {
    const page = readFileSync(join(dirname(TEMPLATE), 'unavailable.html'), 'utf8');
    expect([...page.matchAll(/<section lang="(\w+)">/g)].map(([, language]) => language)).toEqual(['de', 'en']);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(2);
    for (const path of loaded) expect([path, existsSync(join('storefront/public', path))]).toEqual([path, true]);
  });
});
