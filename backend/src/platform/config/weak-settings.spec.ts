import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Need, NEEDS, OPS_NEEDS, PROGRAM_NEEDS, QUEUE_NEEDS, workerNeeds } from './needs.js';
import { ConfigError, loadConfig } from './config.js';
import { QUEUES } from '../events/queue-names.js';
import { PRODUCTION_FACTS } from '../../../test/support/production-facts.js';

const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const random = (bytes: number) => randomBytes(bytes).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A valid production environment. */
const PRODUCTION: Record<string, string> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://schnitte.shop',
  DATABASE_URL: `postgresql://shop_programs:${random(12)}@db.internal/shop?sslmode=verify-full`,
  DATABASE_OWNER_URL: `postgresql://shop_owner:${random(12)}@db.internal/shop?sslmode=verify-full`,
  REDIS_URL: `rediss://:${random(12)}@queue.internal:6380`,
  S3_ENDPOINT: 'https://storage.internal',
  S3_ACCESS_KEY_ID: 'AKIA5TQXJ3N7WZ2LBMCD',
  S3_SECRET_ACCESS_KEY: randomBytes(30).toString('base64'),
  SMTP_URL: `smtps://shop:${random(12)}@post.internal`,
  MAIL_FROM: 'Schnitte <post@schnitte.shop>',
  ...PRODUCTION_FACTS,
  TAX_SCHEME: 'oss',
  DELIVERY_WITHOUT_WAIVER: 'at-once',
  STRIPE_SECRET_KEY: `sk_live_${randomBytes(18).toString('base64url')}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51HGkqdJd8sKq0aLb',
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  TOKEN_SECRET: random(32),
  JWT_PRIVATE_KEY: pem('P-256'),
};

/** Every program, with the parts of the configuration that it requests. */
const PROGRAMS: Record<string, readonly Need[]> = {
  ...PROGRAM_NEEDS,
  ...Object.fromEntries(QUEUES.map((queue) => [`the worker of ${queue}`, workerNeeds([queue])])),
  ...Object.fromEntries(Object.entries(OPS_NEEDS).map(([verb, needs]) => [`ops ${verb}`, needs])),
};

const developmentKey = /JWT_PRIVATE_KEY=(.*)/.exec(
  readFileSync(resolve(__dirname, '../../../../k8s/overlays/dev/secrets/sessions.env'), 'utf8'),
)![1]!;
const database = (user: string, password: string) =>
  `postgresql://${user}:${password}@db.internal/shop?sslmode=verify-full`;

/** `need` is the part that contains the setting; null when every program reads it. */
const WEAK: [name: string, need: Need | null, weak: string, weakness: string][] = [
  ['NODE_ENV', null, 'staging', 'another environment'],
  ['NODE_ENV', null, 'Production', 'another spelling'],
  ['NODE_ENV', null, 'live', 'another word'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', null, '0', 'certificates are not verified'],
  ['SANDBOX', null, 'true', 'fakes'],
  ['PUBLIC_URL', null, 'http://schnitte.shop', 'no https'],
  ['PUBLIC_URL', null, 'https://localhost', 'this machine'],
  ['PUBLIC_URL', null, 'https://shop.localhost:3000', 'this machine by a name below localhost'],
  ['PUBLIC_URL', null, 'https://127.0.0.2', 'this machine by its address'],
  ['PUBLIC_URL', null, 'https://[::1]', 'this machine by its IPv6 address'],
  ['PUBLIC_URL', null, 'https://[::ffff:127.0.0.1]', 'this machine by a mapped address'],
  ['PUBLIC_URL', null, 'https://2130706433', 'this machine as a number'],
  ['RATE_LIMIT_FACTOR', null, '10.5', 'a factor above the maximum'],
  ['TRUSTED_PROXIES', null, '0.0.0.0/0', 'every client is trusted'],
  ['CORS_ORIGINS', null, 'http://partner.shop', 'an origin without https'],
  ['DATABASE_URL', 'database', database('postgres', random(12)), 'a superuser'],
  ['DATABASE_URL', 'database', database('shop_owner', random(12)), 'the owner of the schema'],
  ['DATABASE_URL', 'database', database('shop_programs', 'aaaaaaaaaaaaaaaa'), 'a repeated letter'],
  ['DATABASE_URL', 'database', database('shop_programs', 'Passw0rd2026!'), 'a word and a year'],
  ['DATABASE_URL', 'database', database('shop_programs', 'x7Tq'), 'four characters'],
  ['DATABASE_URL', 'database', `postgresql://shop_programs:${random(12)}@db.internal/shop`, 'no TLS'],
  ['DATABASE_OWNER_URL', 'owner', `postgresql://shop_owner:${random(12)}@db.internal/shop`, 'no TLS'],
  ['REDIS_URL', 'queue', 'redis://queue.internal:6379', 'no password'],
  ['REDIS_URL', 'queue', 'rediss://:redis1234567@queue.internal', 'the name of the product'],
  ['S3_ENDPOINT', 'storage', 'http://storage.internal', 'no https'],
  ['S3_PUBLIC_ENDPOINT', 'storage', 'http://storage.internal', 'no https'],
  ['S3_SECRET_ACCESS_KEY', 'storage', 'minioadminminioadmin', 'a default'],
  ['S3_SECRET_ACCESS_KEY', 'storage', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'the example from the AWS manual'],
  ['S3_ACCESS_KEY_ID', 'storage', 'AKIAIOSFODNN7EXAMPLE', 'the example from the AWS manual'],
  ['SMTP_URL', 'mail', `smtp://shop:${random(12)}@post.internal:587`, 'TLS not required'],
  ['SMTP_URL', 'mail', `smtp://shop:${random(12)}@post.internal:587?requireTLS=true&ignoreTLS=true`, 'TLS off'],
  [
    'SMTP_URL',
    'mail',
    `smtps://shop:${random(12)}@post.internal?tls.rejectUnauthorized=false`,
    'certificate not verified',
  ],
  ['SMTP_URL', 'mail', 'smtps://shop:abcdefghijklmnop@post.internal', 'the alphabet'],
  ['STRIPE_SECRET_KEY', 'payments', 'sk_test_51HGkqdJd8sKq0aLbVt3wZ', 'a test key'],
  ['STRIPE_SECRET_KEY', 'payments', 'pk_live_51HGkqdJd8sKq0aLbVt3wZ', 'the public key'],
  ['STRIPE_API_BASE', 'payments', 'https://cards.internal', 'a fake'],
  ['STRIPE_PUBLISHABLE_KEY', 'checkout', 'pk_test_51HGkqdJd8sKq0aLb', 'a test key'],
  ['STRIPE_WEBHOOK_SECRET', 'checkout', 'whsec_test', 'a word'],
  ['STRIPE_WEBHOOK_SECRET', 'checkout', 'whsec_0123456789abcdef0123456789abcdef', 'a repeated sequence'],
  ['JWT_PRIVATE_KEY', 'sessions', pem('P-384'), 'another curve'],
  ['JWT_PRIVATE_KEY', 'sessions', pem('secp256k1'), 'another curve of 256 bits'],
  ['JWT_PRIVATE_KEY', 'sessions', developmentKey, 'the key of the overlay for development'],
  ['TOKEN_SECRET', 'tokens', 'f3b1c2d4', 'eight characters'],
  ['TOKEN_SECRET', 'tokens', 'a'.repeat(64), 'one letter'],
  ['TOKEN_SECRET', 'tokens', 'f3b1'.repeat(16), 'a repetition'],
  ['TOKEN_SECRET', 'tokens', 'abcdefghijklmnopqrstuvwxyz0123456789', 'a sequence'],
  ['TOKEN_SECRET', 'tokens', '99887766554433221100998877665544', 'a sequence backwards'],
  ['TOKEN_SECRET', 'tokens', 'ababbabaababbaababbabaabbaababba', 'two letters'],
  ['TOKEN_SECRET', 'tokens', 'correct-horse-battery-staple-nadel-und-faden', 'words'],
  ['TOKEN_SECRET', 'tokens', 'Sommer Sonne Strand Meer Haus Katze', 'words with capitals'],
  ['TOKEN_SECRET', 'tokens', 'KATZE_Käse_haus_Meer_sommer_2026!!', 'words of every case, and a year'],
  ['TOKEN_SECRET', 'tokens', 'Password123!Password456!Secret789!', 'words and digits'],
  ['TOKEN_SECRET', 'tokens', base64('correct-horse-battery-staple'), 'words in base64'],
  ['TOKEN_SECRET', 'tokens', Buffer.from('correct-horse-battery').toString('hex'), 'words in hexadecimal'],
  ['TOKEN_SECRET', 'tokens', 'change-me-change-me-change-me-change-me', 'a placeholder'],
  ['SELLER_NAME', 'seller', 'Example GmbH', 'a placeholder'],
];

const [DIGITS, LOWER] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];
const MIXED = DIGITS + LOWER + LOWER.toUpperCase();
const encodeWith = (alphabet: string) => (bytes: Buffer) =>
  Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
const base32 = encodeWith(`${LOWER.toUpperCase()}234567`);

/** Encodings of random bytes that secret generators use. */
const ENCODINGS: Record<string, (bytes: Buffer) => string> = {
  hexadecimal: (bytes) => bytes.toString('hex'),
  base64: (bytes) => bytes.toString('base64'),
  base64url: (bytes) => bytes.toString('base64url'),
  base32,
  'small letters': encodeWith(LOWER),
  'letters and digits': encodeWith(MIXED),
};
/** The settings that contain a generated secret: its number of bytes, and how the setting embeds it. */
const SECRET_SETTINGS: [name: string, need: Need, bytes: number, embed: (secret: string) => string][] = [
  ['TOKEN_SECRET', 'tokens', 32, (secret) => secret],
  ['S3_SECRET_ACCESS_KEY', 'storage', 30, (secret) => secret],
  ['STRIPE_WEBHOOK_SECRET', 'checkout', 24, (secret) => `whsec_${secret}`],
  ['DATABASE_URL', 'database', 24, (secret) => database('shop_programs', encodeURIComponent(secret))],
  ['DATABASE_OWNER_URL', 'owner', 24, (secret) => database('shop_owner', encodeURIComponent(secret))],
  ['REDIS_URL', 'queue', 24, (secret) => `rediss://:${encodeURIComponent(secret)}@queue.internal:6380`],
  ['SMTP_URL', 'mail', 24, (secret) => `smtps://shop:${encodeURIComponent(secret)}@post.internal`],
];
const STRONG: [name: string, kind: string, need: Need, make: (bytes: Buffer) => string][] = [
  ...SECRET_SETTINGS.flatMap(([name, need, length, embed]) =>
    Object.entries(ENCODINGS).map(([kind, make]): (typeof STRONG)[number] => [
      name,
      kind,
      need,
      (bytes) => embed(make(bytes.subarray(0, length))),
    ]),
  ),
  ['S3_ACCESS_KEY_ID', 'AKIA and base32', 'storage', (bytes) => `AKIA${base32(bytes.subarray(0, 16))}`],
  ['S3_ACCESS_KEY_ID', 'hexadecimal', 'storage', (bytes) => bytes.subarray(0, 16).toString('hex')],
  ['S3_ACCESS_KEY_ID', 'letters and digits', 'storage', (bytes) => encodeWith(MIXED)(bytes.subarray(0, 20))],
  ...['sk', 'rk'].flatMap((prefix) =>
    [24, 99].map((length): (typeof STRONG)[number] => [
      'STRIPE_SECRET_KEY',
      `${prefix}_live_ and ${length} letters and digits`,
      'payments',
      (bytes) => `${prefix}_live_${encodeWith(MIXED)(bytes.subarray(0, length))}`,
    ]),
  ),
];
/** The same name gives the same bytes, so that a failure can be repeated. */
const deterministicBytes = (name: string) => createHash('shake256', { outputLength: 100 }).update(name).digest();

function findProblems(needs: readonly Need[], env: Record<string, string>): string[] {
  try {
    loadConfig({ needs, env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

describe('loadConfig', () => {
  it.each(Object.entries(PROGRAMS))('accepts strong production settings of %s', (_, needs) => {
    expect(findProblems(needs, PRODUCTION)).toEqual([]);
  });

  it.each(WEAK)('rejects a weak %s (part: %s) in every program that reads it: %j, %s', (name, need, weak) => {
    const readers = Object.entries(PROGRAMS).filter(([, needs]) => need === null || needs.includes(need));
    expect(readers).not.toEqual([]);
    for (const [program, needs] of readers) {
      const problems = findProblems(needs, { ...PRODUCTION, [name]: weak });
      expect([program, problems.filter((line) => line.startsWith(`${name}: `)).length]).toEqual([program, 1]);
      if (weak.length > 3) expect(problems.join('\n')).not.toContain(weak);
    }
  });

  it.each(STRONG)('accepts 500 generated values of %s (%s)', (name, _kind, need, make) => {
    const values = Array.from({ length: 500 }, (_, n) => make(deterministicBytes(`${name} ${n}`)));
    const rejected = values.filter((value) => findProblems([need], { ...PRODUCTION, [name]: value }).length > 0);
    expect(rejected).toEqual([]);
  });

  it('accepts a secret that contains a short repetition', () => {
    const TOKEN_SECRET = 'MT6e7JaN6AqXXxXS0hkS9M0IRWDKV7Uc';
    expect(findProblems(['tokens'], { ...PRODUCTION, TOKEN_SECRET })).toEqual([]);
  });

  it('accepts weak settings in development and tests, and rejects an unknown environment', () => {
    const weak = {
      ...PRODUCTION,
      TOKEN_SECRET: 'test',
      PUBLIC_URL: 'http://localhost:3000',
      REDIS_URL: 'redis://localhost',
    };
    for (const NODE_ENV of ['development', 'test']) expect(findProblems(NEEDS, { ...weak, NODE_ENV })).toEqual([]);
    expect(findProblems([], { NODE_ENV: 'staging' })).toEqual([
      'NODE_ENV: must be one of development, test, production',
    ]);
  });
});

describe('the configuration of a program', () => {
  it('is loaded even if secrets of parts that the program did not request are missing or invalid', () => {
    const masters = workerNeeds(['masters']);
    const config = loadConfig({
      needs: masters,
      env: {
        DATABASE_URL: PRODUCTION.DATABASE_URL,
        STRIPE_SECRET_KEY_FILE: '/nowhere',
        TOKEN_SECRET_FILE: '/nowhere',
        SMTP_URL: 'nonsense',
        JWT_PRIVATE_KEY: 'nonsense',
      },
    }) as unknown as Record<string, unknown>;
    for (const field of ['tokenSecret', 'stripe', 'checkout', 'jwt', 'mail', 'seller', 'databaseOwnerUrl'])
      expect(() => config[field]).toThrow('config/needs.ts');
    expect(JSON.stringify(config)).not.toContain('nonsense');
    expect(config.s3).toMatchObject({ bucket: 'patterns' });
  });

  it('contains only the parts that the program needs: no mail for the API, no session keys for workers', () => {
    expect(QUEUE_NEEDS.masters).toEqual(['database', 'queue', 'storage']);
    expect(PROGRAM_NEEDS.api).not.toContain('mail');
    const withSessions = Object.entries(PROGRAMS).filter(([, needs]) => needs.includes('sessions'));
    expect(withSessions.map(([name]) => name)).toEqual(['api', 'ops rotate-keys']);
    const withOwner = Object.entries(PROGRAMS).filter(([, needs]) => needs.includes('owner'));
    expect(withOwner.map(([name]) => name)).toEqual(['migrate']);
  });

  it('lacks the parts that were not requested: reading such a part is a compile error and throws an error', () => {
    const config = loadConfig({ needs: ['database'], env: { DATABASE_URL: 'postgresql://shop@db/shop' } });
    expect(config.databaseUrl).toBe('postgresql://shop@db/shop');
    // @ts-expect-error -- the part "tokens" is not requested
    expect(() => config.tokenSecret as string).toThrow('"tokens"');
  });
});
