import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { randomUUID } from 'node:crypto';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { startPayment } from './support/pay.js';
import { classesIn, filesLike } from './support/source-files.js';

/**
 * Who may come in. `anyone`: a token is not looked at. `guest`: a token is optional, a bad one is refused.
 * `account`: whoever is signed in, for themselves. `owner`: whoever is signed in and bought it; for others it does not exist.
 */
const MATRIX: Record<string, 'anyone' | 'guest' | 'account' | 'owner'> = {
  'POST /api/auth/register': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/refresh': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/logout': 'account',
  'GET /api/auth/profile': 'account',
  'PUT /api/auth/profile': 'account',
  'POST /api/auth/send-verification': 'account',
  'POST /api/auth/resend-verification': 'account',
  'GET /api/auth/verification-status': 'account',
  'GET /api/patterns': 'anyone',
  'GET /api/patterns/:id': 'anyone',
  'POST /api/patterns/:id/view': 'guest',
  'GET /media/:name': 'anyone',
  'POST /api/payments/create': 'guest',
  'POST /api/payments/webhook': 'anyone',
  'GET /api/users/purchases': 'account',
  'GET /api/users/purchases/:id/download': 'owner',
  'GET /api/users/downloads/recent': 'account',
  'GET /api/users/patterns/:id/access': 'account',
  'GET /api/downloads/:idOrToken': 'owner',
  'POST /api/downloads/secure': 'owner',
  'GET /config.json': 'anyone',
  'GET /health': 'anyone',
};

let shop: OpenShop;
let owner: TestBuyer;
let stranger: TestBuyer;
let purchase: { id: string; token: string };
let patternId: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().costing(0).in(shop);
  await shop.settles();
  [owner, stranger] = [await aBuyer(shop), await aBuyer(shop)];
  const started = await startPayment(shop, owner, patternId);
  const list = await shop.http.get('/api/users/purchases').set('authorization', `Bearer ${owner.token}`);
  purchase = { id: started.body.data.purchase_id, token: list.body.data.purchases[0].downloadToken };
  await shop.settles();
});
afterAll(() => shop.close());

/** Calls a row of the matrix about the owner's purchase. @returns status and error code */
async function come(call: string, token?: string, name = purchase.id): Promise<string> {
  const [method, path] = call.split(' ') as [string, string];
  const url = path.replace(':idOrToken', name).replace(':id', path.includes('/patterns/') ? patternId : name);
  const request = shop.http[method.toLowerCase() as 'get'](url.replace(':name', 'none.webp'));
  if (token) void request.set('authorization', `Bearer ${token}`);
  const { status, body } = await (method === 'GET' ? request : request.send({ token: purchase.token }));
  return `${status} ${body.code ?? 'OK'}`;
}

const rows = (...who: string[]) => Object.keys(MATRIX).filter((call) => who.includes(MATRIX[call]!));
const forged = () => `${owner.token.slice(0, -8)}AAAAAAAA`;
const REFUSED = '401 UNAUTHENTICATED';

const own = async (path: string, { token }: TestBuyer) =>
  (await shop.http.get(`/api/users/${path}`).set('authorization', `Bearer ${token}`).expect(200)).body.data;
const look = (path = '') => shop.http.get(`/api/admin/queues${path}`);

describe('the access matrix', () => {
  it('has a row for every route, and no other rows', async () => {
    const fastify = shop.api.getHttpAdapter().getInstance();
    const routes: string[] = [];
    for (const { type } of await classesIn(filesLike('backend/src/*/*.controller.ts'))) {
      const base: string | undefined = Reflect.getMetadata(PATH_METADATA, type);
      if (base === undefined) continue;
      for (const name of Object.getOwnPropertyNames(type.prototype)) {
        const method: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, type.prototype[name]);
        if (method === undefined) continue;
        const inner: string = Reflect.getMetadata(PATH_METADATA, type.prototype[name]);
        const path = `/${base}/${inner}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
        const verb = RequestMethod[method] as 'GET';
        const url = [`/api${path}`, path].find((one) => fastify.hasRoute({ url: one, method: verb }));
        routes.push(`${verb} ${url}`);
      }
    }
    expect(routes.sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it.each(rows('anyone'))('%s asks nobody for a token', async (call) => {
    const answers = [await come(call), await come(call, forged())];
    expect(answers).not.toContain(REFUSED);
    expect(answers[0]).toBe(answers[1]);
  });

  it.each(rows('guest'))('%s takes guests, but nobody with a token that does not hold', async (call) => {
    expect([await come(call), await come(call, stranger.token)]).not.toContain(REFUSED);
    expect(await come(call, forged())).toBe(REFUSED);
  });

  it.each(rows('account', 'owner'))('%s refuses whoever is not signed in', async (call) => {
    expect([await come(call), await come(call, forged()), await come(call, 'null')]).toEqual(Array(3).fill(REFUSED));
  });

  it.each(rows('owner'))('%s knows the owner, and hides the purchase from everybody else', async (call) => {
    expect(await come(call, owner.token)).toBe('200 OK');
    expect(await come(call, stranger.token)).toBe('404 DOWNLOAD_NOT_FOUND');
    expect(await come(call, stranger.token, purchase.token)).toBe('404 DOWNLOAD_NOT_FOUND');
    expect(await come(call, stranger.token, randomUUID())).toBe('404 DOWNLOAD_NOT_FOUND');
  });

  it('shows strangers nothing of the purchase in their own lists', async () => {
    expect((await own('purchases', stranger)).purchases).toEqual([]);
    expect((await own('downloads/recent', stranger)).downloads).toEqual([]);
    expect(await own(`patterns/${patternId}/access`, stranger)).toEqual({ hasAccess: false });
    expect(await own(`patterns/${patternId}/access`, owner)).toEqual({ hasAccess: true });
  });

  it('keeps the queues for administrators', async () => {
    const visits = [
      look(),
      look('/api/queues'),
      look().set('authorization', `Bearer ${owner.token}`),
      look().auth(owner.email, 'Nadel-und-Faden-7'),
    ];
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
