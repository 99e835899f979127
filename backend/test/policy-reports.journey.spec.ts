import { Logger } from '@nestjs/common';
import { parseViolations } from '../src/platform/http/policy-reports.js';
import { registry } from '../src/platform/telemetry/metrics.js';
import { openShop, type OpenShop } from './support/open-shop.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop?.close());

const send = (body: string, type = 'application/csp-report', ip = '127.0.0.1') =>
  fetch(`${shop.url}/api/policy-reports`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': ip },
    body,
  });
const report = (directive: string, blocked: string) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://schnitte.shop/download?token=geheim',
      'effective-directive': directive,
      'blocked-uri': blocked,
    },
  });
const countViolations = async (directive: string) =>
  Number(
    new RegExp(`shop_policy_violations_total\\{[^}]*directive="${directive}"[^}]*\\} (\\d+)`).exec(
      await registry.metrics(),
    )?.[1] ?? 0,
  );

describe('reports of Content-Security-Policy violations', () => {
  it('are counted in both report formats of browsers', async () => {
    expect((await send(report('style-src-elem', 'inline'))).status).toBe(204);
    expect(await countViolations('style-src-elem')).toBe(1);
    const list = [{ type: 'csp-violation', body: { effectiveDirective: 'script-src', blockedURL: 'eval' } }];
    expect((await send(JSON.stringify(list), 'application/reports+json')).status).toBe(204);
    expect(await countViolations('script-src')).toBe(1);
  });

  it('are parsed without personal data: no page URL, no path, no text of the client', () => {
    const violations = [
      report('img-src', 'https://evil.test/collect?email=a@b.de'),
      report('x'.repeat(300), 'ftp://a.test/b'),
      report('connect-src', 'a@b.de'),
    ].flatMap((body) => parseViolations(JSON.parse(body)));
    expect(violations).toEqual([
      { directive: 'img-src', blocked: 'https://evil.test' },
      { directive: 'other', blocked: 'ftp:' },
      { directive: 'connect-src', blocked: 'unknown' },
    ]);
  });

  it('are all counted, but only the first is logged, with the number of violations in its request body', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const before = await countViolations('font-src');
    for (let n = 0; n < 20; n += 1) {
      const body = { effectiveDirective: 'font-src', blockedURL: `https://host-${n}.test/font.woff` };
      const many = JSON.stringify(Array.from({ length: 20 }, () => ({ type: 'csp-violation', body })));
      expect((await send(many, 'application/reports+json', '198.51.100.44')).status).toBe(204);
    }
    expect(await countViolations('font-src')).toBe(before + 400);
    const lines = warned.mock.calls.filter(([, text]) => text === 'content policy violated');
    expect(lines.map(([fields]) => fields)).toEqual([
      { directive: 'font-src', blocked: 'https://host-0.test', violationsInBody: 20 },
    ]);
    warned.mockRestore();
  });

  it('are ignored if malformed, refused if larger than 16 KB, and at most twenty of one body are read', async () => {
    for (const body of ['', 'null', '[]', '{', '"x"', '[1,null,{"type":"deprecation"}]', '{"csp-report":7}'])
      expect([body, (await send(body)).status]).toEqual([body, 204]);
    expect((await send(report('img-src', 'x'.repeat(20_000)))).status).toBe(413);
    expect(parseViolations(Array.from({ length: 500 }, () => JSON.parse(report('img-src', 'inline'))))).toHaveLength(
      20,
    );
  });

  it('are limited to thirty a minute from one network', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await send('null')).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
