import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { request } from 'node:http';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import type { SessionAnswer } from '../accounts.contract.js';

const email = 'dora@example.com';
const password = 'Kreuzstich7';

/** The previous private key. Tokens that were signed with this key are still valid. */
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
const getProfile = (authorization: string) => shop.http.get('/api/auth/profile').set('authorization', authorization);
const readClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (secret: string) => (input: string) => createHmac('sha256', secret).update(input).digest('base64url');
const now = () => Math.floor(Date.now() / 1000);

describe('access token', () => {
  let config: OpenShop['config'];
  let validToken: string;
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
    validToken = (await signIn()).accessToken;
    claims = readClaims(validToken);
  });

  it('is accepted until 30 s after its expiry', async () => {
    await getProfile(`Bearer ${token(header, claims)}`).expect(200);
    await getProfile(`Bearer ${token(header, { ...claims, exp: now() - 25 })}`).expect(200);
    expect(JSON.parse(Buffer.from(validToken.split('.')[0]!, 'base64url').toString())).toEqual(header);
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  });

  const publicPem = () => config.jwt.publicKeys[config.jwt.keyId]!;
  const attackerPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const without = (name: string) => ({ ...claims, [name]: undefined });

  const invalidTokens: [string, () => string][] = [
    ['alg none', () => token({ ...header, alg: 'none' }, claims, () => '')],
    ['alg None without a signature', () => token({ ...header, alg: 'None' }, claims, () => '')],
    ['alg nOnE with a signature', () => token({ ...header, alg: 'nOnE' }, claims)],
    ['HS256 with the public key as secret', () => token({ ...header, alg: 'HS256' }, claims, hmac(publicPem()))],
    ['HS256 with an empty secret', () => token({ ...header, alg: 'HS256' }, claims, hmac(''))],
    ['an HS256 signature declared as ES256', () => token(header, claims, hmac(publicPem()))],
    ['RS256', () => token({ ...header, alg: 'RS256' }, claims)],
    ['an unknown kid', () => token({ ...header, kid: 'k0' }, claims)],
    ['a path as kid', () => token({ ...header, kid: '../../dev/null' }, claims)],
    ['SQL as kid', () => token({ ...header, kid: `x' union select '${header.kid}' --` }, claims)],
    ['__proto__ as kid', () => token({ ...header, kid: '__proto__' }, claims)],
    ['an array as kid', () => token({ ...header, kid: [header.kid] }, claims)],
    ['no kid', () => token({ alg: 'ES256', typ: 'at+jwt' }, claims)],
    [
      'a jwk in the header',
      () => {
        const jwk = createPublicKey(attackerPem).export({ format: 'jwk' });
        return token({ ...header, jwk }, claims, (input) => es256(input, attackerPem));
      },
    ],
    ['a jku in the header', () => token({ ...header, jku: 'https://evil.example/keys' }, claims)],
    ['an x5u in the header', () => token({ ...header, x5u: 'https://evil.example/x5u' }, claims)],
    [
      'a signature of the previous key and the id of the current key',
      () => token(header, claims, (input) => es256(input, previousPem)),
    ],
    [
      'a signature of the current key and the id of the previous key',
      () => token({ ...header, kid: 'k-before' }, claims),
    ],
    ['a signature of an unknown key', () => token(header, claims, (input) => es256(input, attackerPem))],
    ['a wrong typ', () => token({ ...header, typ: 'JWT' }, claims)],
    ['a wrong issuer', () => token(header, { ...claims, iss: 'https://evil.example' })],
    ['a wrong audience', () => token(header, { ...claims, aud: 'other' })],
    ['no expiry', () => token(header, without('exp'))],
    ['an expiry 31 s ago', () => token(header, { ...claims, exp: now() - 31 })],
    ['a not-before time in the future', () => token(header, { ...claims, nbf: now() + 60 })],
    ['an expiry that is a string', () => token(header, { ...claims, exp: String(now() + 60) })],
    ['no jti', () => token(header, without('jti'))],
    ['no session', () => token(header, without('sid'))],
    ['a session id that is not a UUID', () => token(header, { ...claims, sid: "' or true --" })],
    ['an unknown session', () => token(header, { ...claims, sid: randomUUID() })],
    ['the session of another user', () => token(header, { ...claims, sub: randomUUID() })],
    ['no signature', () => validToken.split('.').slice(0, 2).join('.')],
    ['an empty signature', () => `${validToken.split('.').slice(0, 2).join('.')}.`],
    ['half a signature', () => validToken.slice(0, -40)],
    ['padding in each part', () => validToken.replaceAll('.', '=.')],
    ['base64 characters that base64url does not have', () => `${validToken.slice(0, -3)}+/A`],
    ['padding at the end', () => `${validToken}==`],
    ['a changed claim', () => [encode(header), encode({ ...claims, jti: 'x' }), validToken.split('.')[2]].join('.')],
    ['a header that is not JSON', () => `AAAA.${validToken.split('.').slice(1).join('.')}`],
    ['a size of 4 KB', () => token(header, { ...claims, more: 'x'.repeat(3_000) })],
    ['only dots', () => '..'],
    ['garbage', () => 'garbage'],
    ['an emoji', () => encodeURIComponent('🧵')],
  ];

  it.each(invalidTokens)('is refused with %s', async (_what, createToken) => {
    const answer = await getProfile(`Bearer ${createToken()}`);

    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is refused with a non-canonical encoding of its signature', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const lastIndex = alphabet.indexOf(validToken.at(-1)!);

    expect((await getProfile(`Bearer ${validToken.slice(0, -1)}${alphabet[lastIndex + 1]}`)).status).toBe(401);
  });

  it('is accepted only in a single Bearer Authorization header', async () => {
    await getProfile(`Basic ${validToken}`).expect(401);
    await getProfile(validToken).expect(401);
    await shop.http.get(`/api/auth/profile?access_token=${validToken}`).expect(401);
    await shop.http.get('/api/auth/profile').set('cookie', `access_token=${validToken}`).expect(401);
    expect(await statusWithHeaders([`Bearer ${validToken}`])).toBe(200);
    expect(await statusWithHeaders([`Bearer ${validToken}`, `Bearer ${validToken}`])).toBe(401);
  });

  it('is refused with 431 when it exceeds the size limit of the headers', async () => {
    const { status } = await getProfile(`Bearer ${token(header, { ...claims, more: 'x'.repeat(16_384) })}`);

    expect(status).toBe(431);
  });

  it('is refused as a refresh token, and a refresh token is refused as an access token', async () => {
    const session = await signIn();
    const refreshed = await shop.http.post('/api/auth/refresh').send({ refresh_token: session.accessToken });
    expect(refreshed.status).toBe(401);
    expect((await getProfile(`Bearer ${session.refreshToken}`)).status).toBe(401);
  });

  it('is accepted with a signature of the previous key and the id of that key', async () => {
    const oldToken = token({ ...header, kid: 'k-before' }, claims, (input) => es256(input, previousPem));

    expect((await getProfile(`Bearer ${oldToken}`)).status).toBe(200);
  });

  it('contains no role, so that a role change applies from the next request', async () => {
    await shop.sql.rows(`update users set role = 'moderator' where email_key = $1`, [email]);
    expect((await getProfile(`Bearer ${validToken}`)).body.data.role).toBe('moderator');
    await shop.sql.rows(`update users set role = 'user' where email_key = $1`, [email]);
    expect((await getProfile(`Bearer ${validToken}`)).body.data.role).toBe('user');
  });

  it('leads to 503 instead of 401 when the database is unavailable', async () => {
    const outage = Object.assign(new Error('terminating connection'), { code: '57P01' });
    jest.spyOn(shop.sql, 'row').mockRejectedValueOnce(outage);
    const answer = await getProfile(`Bearer ${validToken}`).expect(503);

    expect(answer.headers['retry-after']).toBe('1');
    await getProfile(`Bearer ${validToken}`).expect(200);
  });

  it('is refused after the deletion of the account', async () => {
    const form = { email: 'emil@example.com', password, username: 'emil' };
    const { accessToken } = (await shop.http.post('/api/auth/register').send(form)).body.data;
    await shop.sql.rows(`delete from users where email_key = 'emil@example.com'`);

    expect((await getProfile(`Bearer ${accessToken}`)).status).toBe(401);
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
