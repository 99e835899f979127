import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openShop } from '../../backend/test/support/open-shop.js';
import { type HttpResponse, sendRequest } from './support/send-request.js';
import { makeFiles, SCRIPT } from './support/make-files.js';
import { type Nginx, startNginx, TEMPLATE, withoutNginx } from './support/start-nginx.js';
import { StubApi } from './support/stub-api.js';

const TOKEN = 'Zm9vYmFyYmF6cXV4-0123456789_abcdefghijklmnop';
const api = new StubApi();
let root: string;
let nginx: Nginx;
const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequest(nginx.url + path, { method, headers });

if (withoutNginx) process.stdout.write(withoutNginx);
else {
  beforeAll(async () => {
    root = makeFiles();
    await api.start();
    nginx = await startNginx(api.address, root);
  });
  afterAll(async () => {
    await nginx?.stop();
    await api.stop();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => api.reset());

  describe('files of the image', () => {
    it.each([
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ])('are compressed for a browser that accepts "%s"', async (takes, encoding, unpack) => {
      const answer = await at('/assets/shop-abc123.js?v=1', { 'accept-encoding': takes });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(unpack(answer.bytes).toString()).toBe(SCRIPT);
      expect(api.seen).toEqual([]);
    });

    it('have their content type in every encoding', async () => {
      const everything = { 'accept-encoding': 'br, gzip' };
      const kinds = async (path: string) => {
        const { headers } = await at(path, everything);
        return [headers['content-type'], headers['content-encoding']];
      };
      expect(await kinds('/assets/shop-abc123.css')).toEqual(['text/css; charset=utf-8', 'br']);
      expect(await kinds('/assets/small-abc123.js')).toEqual(['application/javascript; charset=utf-8', undefined]);
      expect(await kinds('/assets/text-abc123.woff2')).toEqual(['font/woff2', undefined]);
      expect(await kinds('/locales/de/home.json')).toEqual(['application/json; charset=utf-8', 'gzip']);
      expect(await kinds('/favicon.svg')).toEqual(['image/svg+xml', undefined]);
    });

    it('are cached permanently when their name contains a hash, otherwise revalidated', async () => {
      const forEver = 'public, max-age=31536000, immutable';
      expect((await at('/assets/shop-abc123.js', { 'accept-encoding': 'br' })).headers['cache-control']).toBe(forEver);
      expect((await at('/assets/text-abc123.woff2')).headers['cache-control']).toBe(forEver);
      const worker = await at('/service-worker.js');
      expect(worker.headers['cache-control']).toBe('no-cache');
      expect((await at('/locales/de/home.json')).headers['cache-control']).toBe('no-cache');
      expect((await at('/service-worker.js', { 'if-none-match': worker.headers.etag! })).status).toBe(304);
    });

    it('are requested from the API when the image lacks them', async () => {
      api.answer = ({ url }, response) =>
        url.includes('newer')
          ? response.setHeader('content-type', 'application/javascript').end('newer')
          : response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      expect((await at('/assets/newer-def456.js')).text).toBe('newer');
      const missing = await at('/assets/nowhere-def456.js');
      expect([missing.status, missing.headers['content-type']]).toEqual([404, 'application/json']);
      expect((await at('/unavailable.html')).status).toBe(404);
      await at('/robots.txt');
      expect(api.seen.map(({ url }) => url).slice(-2)).toEqual(['/unavailable.html', '/robots.txt']);
    });
  });

  describe('other requests', () => {
    it.each(['/api/patterns?search=a%20b%2Fc&q=%C3%A4', '/patterns/%C3%A4%2Fb', '/x%2Fy.json?token=%25', '/en/', '/'])(
      'reach the API with an unchanged path: %s',
      async (path) => {
        expect((await at(path)).text).toBe('from the API');
        expect(api.seen[0]!.url).toBe(path);
      },
    );

    it('forward the address of the client', async () => {
      const forged = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.test',
      };
      await at('/api/patterns', { ...forged, host: 'shop.test' });
      const { headers } = api.seen[0]!;
      expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9, 127.0.0.1', 'x-forwarded-proto': 'https' });
      expect(headers.host).toBe('shop.test');
      expect(headers['x-forwarded-host']).toBeUndefined();
    });

    it('leave the body of a webhook unchanged for its signature', async () => {
      const body = randomBytes(200 * 1024);
      const headers = { 'stripe-signature': 't=1,v1=ab', 'content-type': 'application/json' };
      await sendRequest(`${nginx.url}/api/payments/webhook`, { method: 'POST', headers, body });
      expect(api.seen[0]!.body.equals(body)).toBe(true);
      expect(api.seen[0]!.headers).toMatchObject(headers);
    });

    it('are refused with an error in the form of the API when the body is too large', async () => {
      const body = Buffer.alloc(1200 * 1024);
      const answer = await sendRequest(`${nginx.url}/api/patterns`, { method: 'POST', body });
      expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([413, 'BODY_TOO_LARGE']);
      expect(api.seen).toEqual([]);
    });

    it('reuse connections for reads, and open a new one for each write', async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) await at('/api/patterns');
      const reads = new Set(api.seen.map(({ connection }) => connection));
      expect(reads.size).toBeLessThan(3);
      api.reset();
      for (let attempt = 0; attempt < 3; attempt += 1) await at('/api/payments/create', {}, 'POST');
      const writes = new Set(api.seen.map(({ connection }) => connection));
      expect(writes.size).toBe(3);
      expect([...writes].filter((one) => reads.has(one))).toEqual([]);
    });

    it('are retried when an API process ends, except writes', async () => {
      let dying = 1;
      api.answer = (_, response) => (dying-- > 0 ? response.socket?.destroy() : response.end('from another process'));
      expect((await at('/api/patterns')).text).toBe('from another process');
      api.reset();
      api.answer = (_, response) => response.socket?.destroy();
      expect((await at('/api/payments/create', {}, 'POST')).status).toBe(503);
      expect(api.seen).toHaveLength(1);
    });

    it('return a refusal of the API without a retry', async () => {
      api.answer = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('too many');
      const answer = await at('/api/patterns');
      expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([503, '7', 'too many']);
      expect(api.seen).toHaveLength(1);
    });
  });

  describe('while the API is down', () => {
    beforeAll(() => api.stop());
    afterAll(() => api.start());
    const expectUnavailable = ({ status, headers }: HttpResponse, kind: string) => {
      expect([status, headers['content-type']]).toEqual([503, kind]);
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    };

    it('a screen is an error page in both languages', async () => {
      for (const path of ['/', '/en/patterns?category=Tops', '/download/abc']) {
        const answer = await at(path);
        expectUnavailable(answer, 'text/html; charset=utf-8');
        expect(answer.text).toMatch(/Noch einmal laden[^]*Load again/);
      }
    });

    it('an endpoint returns an error in the form of the API', async () => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await at('/api/patterns?page=1', {}, method);
        expectUnavailable(answer, 'application/json; charset=utf-8');
        expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: { code: 'UNAVAILABLE' } });
      }
      expectUnavailable(await at('/config.json'), 'application/json; charset=utf-8');
    });

    it('a missing file is plain text, and files of the image are served', async () => {
      for (const path of ['/assets/newer-def456.js', '/media/picture', '/robots.txt'])
        expectUnavailable(await at(path), 'text/plain; charset=utf-8');
      expect((await at('/assets/shop-abc123.js')).status).toBe(200);
      expect((await at('/nginx-health')).text).toBe('ok\n');
    });

    it('the logs contain no address, token or search', async () => {
      const secrets = [TOKEN, 'jane@example.org', '203.0.113.77', 'Mozilla', 'leinenkleid'];
      const headers = { 'user-agent': 'Mozilla/5.0', referer: `http://x/${TOKEN}`, 'x-forwarded-for': '203.0.113.77' };
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      for (const path of [`/download/${TOKEN}`, `/en/reset-password?token=${TOKEN}`, '/users/jane@example.org/x'])
        await at(path, headers);
      await at('/patterns?search=leinenkleid', { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` });
      const lines = nginx.lines().slice(-4);
      expect(lines.map(({ path }) => path)).toEqual(['/download/', '/en/reset-password', '/users/', '/patterns']);
      expect(lines.at(-1)).toMatchObject({ status: 503, method: 'GET', traceId: trace, apiStatus: '502, 502' });
      for (const secret of secrets) expect(JSON.stringify(nginx.lines()) + nginx.errors()).not.toContain(secret);
    });
  });

  describe('in front of the API', () => {
    let shop: Awaited<ReturnType<typeof openShop>>;
    let front: Nginx;
    const https = { 'x-forwarded-proto': 'https' };
    /** @returns the headers of the same path, from the API and through nginx */
    const both = async (path: string) => {
      const direct = await sendRequest(`http://127.0.0.1:${shop.config.port}${path}`, { headers: https });
      return [direct.headers, (await sendRequest(front.url + path, { headers: https })).headers] as const;
    };
    /** Headers of the transport or of one response, and the policy, which is compared separately. */
    const APART =
      /^(date|server|connection|keep-alive|transfer-encoding|content-|etag|last-modified|accept-ranges|vary|x-trace-id|access-control)/;
    const others = (headers: HttpResponse['headers']) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !APART.test(name)));
    const policyOf = (headers: HttpResponse['headers']) =>
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
      front = await startNginx(`127.0.0.1:${shop.config.port}`, root);
    });
    afterAll(async () => {
      await front?.stop();
      await shop?.close();
    });

    it('a page has every header of the API', async () => {
      const [direct, through] = await both('/patterns');
      expect(others(through)).toEqual(others(direct));
      expect(through['content-security-policy']).toBe(direct['content-security-policy']);
    });

    it.each(['/assets/shop-abc123.js', '/service-worker.js', '/locales/de/home.json'])(
      'a file has the headers of the API, and a policy without other origins: %s',
      async (path) => {
        const [direct, through] = await both(path);
        expect(others(through)).toEqual(others(direct));
        expect(through['content-type']).toBe(direct['content-type']);
        expect(through).toHaveProperty('strict-transport-security');
        const own = Object.entries(policyOf(direct)).map(([name, sources]): [string, string[]] => {
          const kept = sources.filter((source) => !source.startsWith('http'));
          return [name, kept];
        });
        expect(policyOf(through)).toEqual(Object.fromEntries(own));
      },
    );

    it('the shop responds', async () => {
      const config = await sendRequest(`${front.url}/config.json`);
      expect(JSON.parse(config.text)).toMatchObject({ publicUrl: 'https://shop.naehstube.test' });
      expect((await sendRequest(`${front.url}/health`)).status).toBe(200);
      expect((await sendRequest(`${front.url}/api/no/such/thing`)).status).toBe(404);
    });
  });
}

describe('the error page', () => {
  it('is in both languages and loads only files of the image', () => {
    const page = readFileSync(join(dirname(TEMPLATE), 'unavailable.html'), 'utf8');
    expect([...page.matchAll(/<section lang="(\w+)">/g)].map(([, language]) => language)).toEqual(['de', 'en']);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(2);
    for (const path of loaded) expect([path, existsSync(join('storefront/public', path))]).toEqual([path, true]);
  });
});
