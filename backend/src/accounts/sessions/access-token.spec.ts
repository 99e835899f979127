import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { request } from 'node:http';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import type { SessionAnswer } from '../accounts.contract.js';

const email = 'dora@example.com';
const password = 'Kreuzstich7';

/** The key before the current one; tokens signed with it are still valid. */
const previousPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

let shop: OpenShop;
beforeAll(async () => {
  const publicKey = createPublicKey(previousPem).export({ type: 'spki', format: 'pem' }).toString();
  shop = await openShop({ env: { JWT_PREVIOUS_PUBLIC_KEYS: JSON.stringify({ 'k-before': publicKey }) } });
  await shop.http.post('/api/auth/register').send({ email, password, username: 'dora' }).expect(201);
});
afterAll(() => shop.close());

const signIn = async (): Promise<SessionAnswer> =>
  (await shop.http.post('/api/auth/login').send({ email, password }).expect(200)).body.data;
const visit = (authorization: string) => shop.http.get('/api/auth/profile').set('authorization', authorization);
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (secret: string) => (input: string) => createHmac('sha256', secret).update(input).digest('base64url');
const now = () => Math.floor(Date.now() / 1000);

describe('access token', () => {
  let config: OpenShop['config'];
  let good: string;
  let claims: Record<string, unknown>;
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'k1' };
  const es256 = (input: string, key = config.jwt.privateKey) =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const token = (head: object, body: object, signature = es256) => {
    const input = `${encode(head)}.${encode(body)}`;
    return `${input}.${signature(input)}`;
  };

  beforeAll(async () => {
    config = shop.config;
    header.kid = config.jwt.keyId;
    good = (await signIn()).accessToken;
    claims = claimsOf(good);
  });

  it('is accepted when well-formed, up to 30 s after its expiry', async () => {
    await visit(`Bearer ${token(header, claims)}`).expect(200);
    await visit(`Bearer ${token(header, { ...claims, exp: now() - 25 })}`).expect(200);
    expect(JSON.parse(Buffer.from(good.split('.')[0]!, 'base64url').toString())).toEqual(header);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  });

  const publicPem = () => config.jwt.publicKeys[config.jwt.keyId]!;
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreignPem = foreign.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const without = (name: string) => ({ ...claims, [name]: undefined });

  const hostile: [string, () => string][] = [
    ['alg none', () => token({ ...header, alg: 'none' }, claims, () => '')],
    ['alg None without a signature', () => token({ ...header, alg: 'None' }, claims, () => '')],
    ['alg nOnE with a signature', () => token({ ...header, alg: 'nOnE' }, claims)],
    ['HS256 with the public key as secret', () => token({ ...header, alg: 'HS256' }, claims, hmac(publicPem()))],
    ['HS256 with an empty secret', () => token({ ...header, alg: 'HS256' }, claims, hmac(''))],
    ['HS256 under the name ES256', () => token(header, claims, hmac(publicPem()))],
    ['RS256', () => token({ ...header, alg: 'RS256' }, claims)],
    ['an unknown kid', () => token({ ...header, kid: 'k0' }, claims)],
    ['a path as kid', () => token({ ...header, kid: '../../dev/null' }, claims)],
    ['SQL as kid', () => token({ ...header, kid: `x' union select '${header.kid}' --` }, claims)],
    ['a prototype as kid', () => token({ ...header, kid: '__proto__' }, claims)],
    ['a list as kid', () => token({ ...header, kid: [header.kid] }, claims)],
    ['no kid', () => token({ alg: 'ES256', typ: 'at+jwt' }, claims)],
    [
      'its own key in the header',
      () => {
        const jwk = createPublicKey(foreignPem).export({ format: 'jwk' });
        return token({ ...header, jwk }, claims, (input) => es256(input, foreignPem));
      },
    ],
    ['an address of keys in the header', () => token({ ...header, jku: 'https://evil.example/keys' }, claims)],
    ['an address of certificates in the header', () => token({ ...header, x5u: 'https://evil.example/x5u' }, claims)],
    ['the previous key under the id of this one', () => token(header, claims, (input) => es256(input, previousPem))],
    ['this key under the id of the previous one', () => token({ ...header, kid: 'k-before' }, claims)],
    ['the key of an attacker', () => token(header, claims, (input) => es256(input, foreignPem))],
    ['another typ', () => token({ ...header, typ: 'JWT' }, claims)],
    ['another issuer', () => token(header, { ...claims, iss: 'https://evil.example' })],
    ['another audience', () => token(header, { ...claims, aud: 'other' })],
    ['no end', () => token(header, without('exp'))],
    ['an end 31 s ago', () => token(header, { ...claims, exp: now() - 31 })],
    ['a start in the future', () => token(header, { ...claims, nbf: now() + 60 })],
    ['an end that is a text', () => token(header, { ...claims, exp: String(now() + 60) })],
    ['no id', () => token(header, without('jti'))],
    ['no session', () => token(header, without('sid'))],
    ['a session that is no id', () => token(header, { ...claims, sid: "' or true --" })],
    ['an unknown session', () => token(header, { ...claims, sid: randomUUID() })],
    ['the session of another user', () => token(header, { ...claims, sub: randomUUID() })],
    ['no signature', () => good.split('.').slice(0, 2).join('.')],
    ['an empty signature', () => `${good.split('.').slice(0, 2).join('.')}.`],
    ['half a signature', () => good.slice(0, -40)],
    ['padding within', () => good.replaceAll('.', '=.')],
    ['plus and slash, which base64url has not', () => `${good.slice(0, -3)}+/A`],
    ['padding', () => `${good}==`],
    ['a changed claim', () => [encode(header), encode({ ...claims, jti: 'x' }), good.split('.')[2]].join('.')],
    ['a header that is no JSON', () => `AAAA.${good.split('.').slice(1).join('.')}`],
    ['4 KB', () => token(header, { ...claims, more: 'x'.repeat(3_000) })],
    ['only dots', () => '..'],
    ['garbage', () => 'garbage'],
    ['an emoji', () => encodeURIComponent('🧵')],
  ];

  it.each(hostile)('is refused with %s', async (_what, make) => {
    const answer = await visit(`Bearer ${make()}`);

    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is refused with its signature in another encoding', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(good.at(-1)!);

    expect((await visit(`Bearer ${good.slice(0, -1)}${alphabet[last + 1]}`)).status).toBe(401);
  });

  it('is refused outside of the Authorization header', async () => {
    await visit(`Basic ${good}`).expect(401);
    await visit(good).expect(401);
    await shop.http.get(`/api/auth/profile?access_token=${good}`).expect(401);
    await shop.http.get('/api/auth/profile').set('cookie', `access_token=${good}`).expect(401);
    expect(await statusWithHeaders([`Bearer ${good}`])).toBe(200);
    expect(await statusWithHeaders([`Bearer ${good}`, `Bearer ${good}`])).toBe(401);
  });

  it('is refused before authentication when it exceeds the limit for all headers', async () => {
    const { status } = await visit(`Bearer ${token(header, { ...claims, more: 'x'.repeat(16_384) })}`);

    expect(status).toBe(431);
  });

  it('is not accepted as a refresh token, nor the reverse', async () => {
    const session = await signIn();
    const refreshed = await shop.http.post('/api/auth/refresh').send({ refresh_token: session.accessToken });
    expect(refreshed.status).toBe(401);
    expect((await visit(`Bearer ${session.refreshToken}`)).status).toBe(401);
  });

  it('is accepted when signed with the previous key, under the id of that key', async () => {
    const old = token({ ...header, kid: 'k-before' }, claims, (input) => es256(input, previousPem));

    expect((await visit(`Bearer ${old}`)).status).toBe(200);
  });

  it('contains no role: a change of the role applies from the next request', async () => {
    await shop.sql.rows(`update users set role = 'moderator' where email_key = $1`, [email]);
    expect((await visit(`Bearer ${good}`)).body.data.role).toBe('moderator');
    await shop.sql.rows(`update users set role = 'user' where email_key = $1`, [email]);
    expect((await visit(`Bearer ${good}`)).body.data.role).toBe('user');
  });

  it('is not refused as invalid when the database is unavailable', async () => {
    const outage = Object.assign(new Error('terminating connection'), { code: '57P01' });
    jest.spyOn(shop.sql, 'row').mockRejectedValueOnce(outage);
    const answer = await visit(`Bearer ${good}`).expect(503);

    expect(answer.headers['retry-after']).toBe('1');
    await visit(`Bearer ${good}`).expect(200);
  });

  it('is refused after the deletion of the account', async () => {
    const form = { email: 'emil@example.com', password, username: 'emil' };
    const { accessToken } = (await shop.http.post('/api/auth/register').send(form)).body.data;
    await shop.sql.rows(`delete from users where email_key = 'emil@example.com'`);

    expect((await visit(`Bearer ${accessToken}`)).status).toBe(401);
  });
});

async function statusWithHeaders(authorization: string[]): Promise<number> {
  const url = new URL('/api/auth/profile', shop.url);
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { authorization } as never }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    sent.on('error', reject).end();
  });
}
