import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Need, NEEDS } from './needs.js';
import { ConfigError, loadConfig as loadParts } from './config.js';
import { effectiveRules } from '../http/limits/limits-rules.js';
import { QUEUES } from '../events/queue-names.js';
import { PRODUCTION_FACTS } from '../../../test/support/production-facts.js';

const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const publicPem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

const USABLE = {
  DATABASE_URL: 'postgresql://shop:secret@localhost/shop',
  SMTP_URL: 'smtp://localhost:25',
  STRIPE_SECRET_KEY: 'sk_live_51HGkqdJd8sKq0aLbVt3wZ',
  STRIPE_WEBHOOK_SECRET: 'whsec_pR7vXc2LmQ9tZk4WbN1hYs',
  TOKEN_SECRET: 'b81f06d7a3e94c52907de1f4c86a2b35',
  JWT_PRIVATE_KEY: pem('P-256'),
};
const PRODUCTION = {
  ...USABLE,
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://shop:kT4f0c7a91d2xQ@mail.schnitte.shop',
  DATABASE_URL: 'postgresql://shop:kT4f0c7a91d2xQ@db.internal/shop?sslmode=verify-full',
  PUBLIC_URL: 'https://schnitte.shop',
  MAIL_FROM: 'Schnitte <post@schnitte.shop>',
  ...PRODUCTION_FACTS,
  TAX_SCHEME: 'oss',
  DELIVERY_WITHOUT_WAIVER: 'after-14-days',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51HGkqdJd8sKq0aLb',
};

const loadConfig = (env: NodeJS.ProcessEnv, needs: readonly Need[] = NEEDS) => loadParts({ needs, env });

function findProblems(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('loadConfig', () => {
  it('reads the required settings and fills in defaults', () => {
    expect(loadConfig(USABLE)).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', redisUrl: null });
    expect(findProblems(PRODUCTION)).toEqual([]);
  });

  it('reads the queues of a worker process and whether it runs the relay, and rejects an unknown queue', () => {
    expect(loadConfig(USABLE).worker).toEqual({ queues: QUEUES, relay: true });
    expect(loadConfig({ ...USABLE, WORKER_QUEUES: 'mail, documents', WORKER_RELAY: 'off' }).worker).toEqual({
      queues: ['documents', 'mail'],
      relay: false,
    });
    expect(loadConfig({ ...USABLE, WORKER_QUEUES: 'none' }).worker).toEqual({ queues: [], relay: true });
    expect(findProblems({ ...USABLE, WORKER_QUEUES: 'mail,post', WORKER_RELAY: 'maybe' })).toEqual([
      expect.stringContaining('WORKER_QUEUES: "post" is not a queue'),
      'WORKER_RELAY: must be on or off',
    ]);
  });

  it('rejects a value that is not a number in the range of its setting', () => {
    expect(loadConfig(USABLE)).toMatchObject({ managementPort: null, maxRequests: 200, databaseConnections: 10 });
    for (const [name, invalid] of [
      ['MAX_REQUESTS', '0'],
      ['DATABASE_CONNECTIONS', 'many'],
      ['MANAGEMENT_PORT', '70000'],
    ] as const) {
      expect(findProblems({ ...USABLE, [name]: invalid })).toEqual([expect.stringContaining(`${name}: not a`)]);
    }
  });

  it('reads the endpoint of traces, which is null by default, and rejects an endpoint that is not a URL', () => {
    expect(loadConfig(USABLE)).toMatchObject({ tracesEndpoint: null, serviceName: null });
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_SERVICE_NAME: 'shop-mail' };
    expect(loadConfig({ ...USABLE, ...tracing })).toMatchObject({
      tracesEndpoint: 'http://collector:4318',
      serviceName: 'shop-mail',
    });
    expect(findProblems({ ...USABLE, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toEqual([
      expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT: not a URL'),
    ]);
  });

  it('reads the factor and the overrides of the rate limits, and rejects an invalid factor or override', () => {
    const { limits } = loadConfig({
      ...USABLE,
      RATE_LIMITS: 'login.ip=10/60, view.ip=600/60',
      RATE_LIMIT_FACTOR: '50',
    });
    expect(effectiveRules(limits)['login.ip']).toMatchObject({ count: 10, seconds: 60 });
    expect(effectiveRules(limits)['register.ip']).toMatchObject({ count: 250, seconds: 3600 });
    expect(effectiveRules(loadConfig(USABLE).limits)['register.ip']).toMatchObject({ count: 5, seconds: 3600 });
    for (const invalid of ['login=5/900', 'login.ip=0/60', 'login.ip=5', 'nothing.ip=5/60', '__proto__.ip=1/1']) {
      expect(findProblems({ ...USABLE, RATE_LIMITS: invalid })).toEqual([
        expect.stringContaining(`RATE_LIMITS: "${invalid}"`),
      ]);
    }
    expect(findProblems({ ...USABLE, RATE_LIMIT_FACTOR: '-1' })).toEqual(['RATE_LIMIT_FACTOR: not a number above 0']);
  });

  it('rejects a CORS origin that is not a URL', () => {
    expect(loadConfig({ ...USABLE, CORS_ORIGINS: 'https://a.example/,https://b.example' }).corsOrigins).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(findProblems({ ...USABLE, CORS_ORIGINS: '*' })).toHaveLength(1);
  });

  it('rejects a social link that is not a URL', () => {
    expect(loadConfig(USABLE).socialLinks).toEqual([]);
    expect(loadConfig({ ...USABLE, SOCIAL_LINKS: 'https://www.instagram.com/naeht' }).socialLinks).toHaveLength(1);
    expect(findProblems({ ...USABLE, SOCIAL_LINKS: '@naeht' })).toHaveLength(1);
  });

  it('reports all missing settings together', () => {
    const problems = findProblems({}).join('\n');
    for (const name of Object.keys(USABLE)) expect(problems).toContain(`${name}: missing`);
  });

  it.each([
    ['PORT', '70000', 'between 1 and 65535'],
    ['PORT', 'http', 'between 1 and 65535'],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['RESPONSE_CACHE', 'maybe', 'on or off'],
    ['DATABASE_URL', 'mysql://localhost/shop', 'postgres://'],
    ['REDIS_URL', 'localhost:6379', 'redis://'],
    ['SMTP_URL', 'mail.example.org', 'smtp://'],
    ['JWT_PRIVATE_KEY', 'not a key', 'EC P-256'],
    ['JWT_PRIVATE_KEY', pem('P-384'), 'EC P-256'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', '{', 'JSON'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', '"x"', 'JSON object'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', '[1]', 'JSON object'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', '{"a":5}', 'entry 1 is not an EC P-256 public key'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', '{"a":"nopem"}', 'entry 1 is not an EC P-256 public key'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', JSON.stringify({ a: pem('P-256') }), 'entry 1 is not an EC P-256 public key'],
    ['JWT_PREVIOUS_PUBLIC_KEYS', JSON.stringify({ a: publicPem('P-384') }), 'entry 1 is not an EC P-256 public key'],
    ['TRUSTED_PROXIES', 'nonsense', 'not addresses, networks'],
    ['TRUSTED_PROXIES', 'loopback,10.0.0.0/33', 'not addresses, networks'],
    ['MANAGEMENT_PORT', '3000', 'the same as PORT'],
    ['S3_PUBLIC_ENDPOINT', '/Storage/of/mine', 'one word such as /storage'],
    ['S3_PUBLIC_ENDPOINT', '/storage', 'a path needs S3_ENDPOINT'],
  ])('reports that %s=%s is invalid, without printing the value', (name, value, reason) => {
    const [problem, ...others] = findProblems({ ...USABLE, [name]: value });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name}: `));
    expect(problem).toContain(reason);
    expect(problem).not.toContain(value);
  });

  it.each([
    ['TOKEN_SECRET', 'changeme-changeme-changeme-changeme', 'placeholder'],
    ['TOKEN_SECRET', 'f3b1c2d4', 'shorter'],
    ['STRIPE_SECRET_KEY', 'sk_test_51HGkqdJd8sKq0aLb', 'test key'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_placeholder', 'placeholder'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_51HGkqdJd8sKq0aLb', 'live key'],
    ['STRIPE_API_BASE', 'https://cards.example.org', 'never in production'],
    ['SANDBOX', 'true', 'never run in production'],
    ['PUBLIC_URL', '', 'missing'],
    ['PUBLIC_URL', 'https://shop.example.com', 'placeholder'],
    ['DATABASE_URL', 'postgresql://shop:changeme@db.internal/shop', 'placeholder'],
    ['DATABASE_URL', 'postgresql://shop:kT4f0c7a91d2xQ@db.internal/shop', 'lacks ?sslmode=verify-full'],
    [
      'DATABASE_URL',
      'postgresql://shop:kT4f0c7a91d2xQ@db.internal/shop?sslmode=no-verify',
      'lacks ?sslmode=verify-full',
    ],
    ['DATABASE_TLS', 'no', 'on or off'],
    ['REDIS_URL', 'redis://:change-me@queue.internal', 'placeholder'],
    ['SMTP_URL', 'smtps://shop:your-password@mail.schnitte.shop', 'placeholder'],
    ['SMTP_URL', 'smtps://shop:kT4f0c7a91d2xQ@mail.example.org', 'placeholder'],
    ['SUPPORT_EMAIL', '', 'missing'],
    ['SUPPORT_EMAIL', 'support@example.com', 'placeholder'],
    ['MAIL_FROM', '', 'missing'],
    ['MAIL_FROM', 'Schnitte <shop@example.org>', 'placeholder'],
    ['SELLER_NAME', '', 'missing'],
    ['SELLER_ADDRESS', '', 'missing'],
    ['SELLER_VAT_ID', '', 'SELLER_ECONOMIC_ID must be given'],
    ['TAX_SCHEME', '', 'must be one of small-business, domestic, oss'],
    ['TAX_SCHEME', 'none', 'must be one of small-business, domestic, oss'],
    ['DELIVERY_WITHOUT_WAIVER', '', 'DELIVERY_WITHOUT_WAIVER: missing; must be one of at-once, after-14-days'],
    ['DELIVERY_WITHOUT_WAIVER', 'never', 'DELIVERY_WITHOUT_WAIVER: must be one of at-once, after-14-days'],
    ['COUNTRIES', 'DE,XX', 'unknown: XX'],
    ['COUNTRIES', 'DE,RU', 'sanctioned: RU'],
  ])('refuses %s=%s in production', (name, value, reason) => {
    expect(findProblems({ ...PRODUCTION, [name]: value }).join()).toContain(reason);
  });

  it('requires TLS to PostgreSQL unless the operator declares the network private', () => {
    const withoutTls = { ...PRODUCTION, DATABASE_URL: 'postgresql://shop:kT4f0c7a91d2xQ@db.internal/shop' };
    expect(findProblems(withoutTls)).toEqual([expect.stringContaining('DATABASE_TLS=off')]);
    expect(findProblems({ ...withoutTls, DATABASE_TLS: 'off' })).toEqual([]);
    expect(findProblems({ ...withoutTls, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each([
    ['SELLER_TAX_NUMBER', '37/123/45678', 'taxNumber'],
    ['SELLER_ECONOMIC_ID', 'DE123456789-00001', 'economicId'],
  ])('accepts %s instead of a VAT id', (name, value, field) => {
    const { seller } = loadConfig({ ...PRODUCTION, SELLER_VAT_ID: '', [name]: value });
    expect(seller).toMatchObject({ vatId: null, taxNumber: null, economicId: null, [field]: value });
  });

  it('shows counted figures in production by default, and a documented figure only when the operator sets it', () => {
    const live = { patterns: 'live', customers: 'live', designers: 'live', rating: 'live' };
    expect(loadConfig(PRODUCTION).homeStats).toEqual(live);
    expect(loadConfig({ ...PRODUCTION, HOME_STATS_PATTERNS: '80+' }).homeStats).toEqual({ ...live, patterns: '80+' });
    expect(loadConfig(USABLE).homeStats).toMatchObject({ patterns: '2,500+', rating: '4.9/5' });
    expect(loadConfig({ ...USABLE, HOME_STATS: 'live' }).homeStats).toEqual(live);
  });

  it('delivers an order without the waiver as the operator chooses, outside production at once by default', () => {
    expect(loadConfig(USABLE).delivery).toEqual({ withoutWaiver: 'at-once' });
    expect(loadConfig(PRODUCTION).delivery).toEqual({ withoutWaiver: 'after-14-days' });
  });

  it('sells to the EU and the EEA by default, to the places in COUNTRIES, and never to a sanctioned country', () => {
    const served = loadConfig(USABLE).tax.places;
    expect(served).toEqual(expect.arrayContaining(['DE', 'AT', 'NO', 'PT-20', 'AT-JUNGHOLZ', 'DE-HELGOLAND']));
    for (const place of ['CH', 'GB', 'US', 'MC', 'AX', 'GP', 'ES-CN', 'IT-LIVIGNO'])
      expect(served).not.toContain(place);
    expect(loadConfig({ ...USABLE, COUNTRIES: 'at, ES-CN' }).tax.places).toEqual(['AT', 'ES-CN']);
    const all = loadConfig({ ...USABLE, COUNTRIES: 'all' }).tax.places;
    expect(all).toEqual(expect.arrayContaining(['US', 'CH', 'ES-CN']));
    for (const place of ['RU', 'BY', 'KP', 'IR', 'SY']) expect(all).not.toContain(place);
  });

  it('trusts only loopback as a proxy by default', () => {
    expect(loadConfig(PRODUCTION).trustedProxies).toEqual(['loopback']);
    expect(loadConfig({ ...PRODUCTION, TRUSTED_PROXIES: '10.0.0.7' }).trustedProxies).toEqual(['10.0.0.7']);
  });

  it('reads TOKEN_SECRET from the file that TOKEN_SECRET_FILE names', () => {
    const directory = mkdtempSync(join(tmpdir(), 'config-'));
    const file = join(directory, 'token-secret');
    writeFileSync(file, 'a-secret-from-a-mounted-file-0123456789\n');
    const { TOKEN_SECRET: _, ...rest } = USABLE;
    expect(loadConfig({ ...rest, TOKEN_SECRET_FILE: file }).tokenSecret).toBe(
      'a-secret-from-a-mounted-file-0123456789',
    );
    expect(findProblems({ ...rest, TOKEN_SECRET_FILE: join(directory, 'gone') }).join()).toContain('cannot be read');
    rmSync(directory, { recursive: true });
  });

  it('accepts previous keys and ignores an entry for the current key id', () => {
    const previous = { k0: publicPem('P-256'), k1: publicPem('P-256') };
    const { publicKeys } = loadConfig({ ...USABLE, JWT_PREVIOUS_PUBLIC_KEYS: JSON.stringify(previous) }).jwt;
    expect(publicKeys).toEqual({ k0: previous.k0, ...loadConfig(USABLE).jwt.publicKeys });
  });

  it('accepts a key with escaped line breaks (\\n)', () => {
    const JWT_PRIVATE_KEY = USABLE.JWT_PRIVATE_KEY.replaceAll('\n', '\\n');
    expect(Object.keys(loadConfig({ ...USABLE, JWT_PRIVATE_KEY }).jwt.publicKeys)).toEqual(['k1']);
  });
});
