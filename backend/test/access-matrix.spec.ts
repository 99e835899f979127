import { randomUUID } from 'node:crypto';
import { openApiDocument } from '../src/platform/http/openapi.js';
import { MATRIX, type Row, type Thing, thingsIn } from './access-matrix.js';
import { type AccessWorld, accessWorld, INTRUDERS, PEOPLE, type Persona } from './support/access-world.js';
import { PASSWORD } from './support/builders.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { callsServed, routesOf, withoutNames } from './support/routes.js';

// The rows are in access-matrix.ts.

let shop: OpenShop;
let world: AccessWorld;
let checks = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  world = await accessWorld(shop);
}, 120_000);
afterAll(() => shop.close());

/** The documentation is public; the queues have a test of their own here. */
const PAGES_OF_OTHERS = /^\w+ \/api\/(docs|openapi\.json|admin\/queues)/;

/** Whose thing a call is about. */
type Whose = 'owner' | 'other' | 'random' | 'malformed';
const NOBODYS: Whose[] = ['random', 'malformed'];

function idOf(thing: Thing, whose: Whose): string {
  if (whose === 'malformed') return '1 OR 1=1';
  if (whose === 'random') return thing === 'token' ? Buffer.from(randomUUID()).toString('base64url') : randomUUID();
  return world.things[whose][thing] ?? randomUUID();
}

/** Makes the call of a row. @returns how it ended, in the words of the matrix */
async function come(call: string, persona: Persona, whose: Whose): Promise<string> {
  const row = MATRIX[call]!;
  const [method, path] = call.split(' ') as [string, string];
  const url = thingsIn(path, row).reduce(
    (text, [parameter, thing]) => text.replace(parameter, encodeURIComponent(idOf(thing, whose))),
    path,
  );
  const id = row.about ? idOf(row.about, whose) : '';
  const request = shop.http[method.toLowerCase() as 'get'](row.query ? `${url}?${row.query(id)}` : url);
  const token = await world.tokenOf(persona);
  if (token) void request.set('authorization', `Bearer ${token}`);
  const { status, body } = await (method === 'GET' ? request : request.send(row.body?.(id) ?? {}));
  checks += 1;
  return ended(status, body.code);
}

function ended(status: number, code: string): string {
  if (status === 401 && code === 'UNAUTHENTICATED') return 'not signed in';
  if (status === 403 && code === 'FORBIDDEN') return 'not allowed';
  if (status === 403 && code === 'EMAIL_NOT_VERIFIED') return 'not verified';
  if (status >= 500) return `broken: ${status} ${code}`;
  return status === 404 ? 'not there' : 'in';
}

/** What must come out for somebody who is signed in. */
function expected(row: Row, persona: Persona, whose: Whose): string {
  const verifiedOnly = row.access === 'verified' || row.access === 'seller';
  if (verifiedOnly && persona === 'unverified') return 'not verified';
  if (row.access === 'admin' && persona !== 'admin') return 'not allowed';
  if (row.access === 'moderator' && persona !== 'admin' && persona !== 'moderator') return 'not allowed';
  if (whose === 'random' && row.unknown) return ended(row.unknown, '');
  if (NOBODYS.includes(whose)) return 'not there';
  const private_ = row.access === 'owner' || row.access === 'seller';
  return private_ && persona !== whose ? 'not there' : 'in';
}

const hasIds = (call: string) => !!MATRIX[call]!.about || call.includes('/:');
const exists = (call: string) => {
  const row = MATRIX[call]!;
  const things = [...thingsIn(call, row).map(([, thing]) => thing), ...(row.about ? [row.about] : [])];
  return things.every((thing) => thing in world.things.owner);
};
const whoseOf = (call: string): Whose[] => (hasIds(call) ? ['other', ...NOBODYS, 'owner'] : ['owner']);
const rows = (...access: Row['access'][]) =>
  Object.keys(MATRIX).filter((call) => access.includes(MATRIX[call]!.access));

/** What does not get past the validation is refused before anybody asks whether it exists. */
const unasked = (call: string, whose: Whose) => {
  const { body, about } = MATRIX[call]!;
  return (!body && !call.startsWith('GET') && NOBODYS.includes(whose)) || (!!about && whose === 'malformed');
};

/** @returns what came out, or what was wanted where the world cannot tell the two apart */
async function outcome(call: string, persona: Persona, whose: Whose): Promise<string> {
  const found = await come(call, persona, whose);
  const wanted = expected(MATRIX[call]!, persona, whose);
  if (wanted === 'not there' && found === 'in' && unasked(call, whose)) return wanted;
  if (wanted === 'in' && found === 'not there' && !exists(call)) return wanted;
  return found;
}

/** @returns how it ended for each of them, and how it should have */
async function outcomes(call: string, personas: readonly Persona[], whose: Whose) {
  const found = await Promise.all(
    personas.map(async (persona) => [persona, whose, await outcome(call, persona, whose)]),
  );
  return { found, wanted: personas.map((persona) => [persona, whose, expected(MATRIX[call]!, persona, whose)]) };
}

describe('what is nobody else’s business', () => {
  const own = async (path: string, persona: Persona) =>
    (await shop.http.get(`/api/users/${path}`).set('authorization', `Bearer ${await world.tokenOf(persona)}`)).body
      .data;

  it('stays out of the lists of others', async () => {
    const { pattern, purchase } = world.things.owner;
    const [mine, theirs] = [await own('purchases', 'owner'), await own('purchases', 'other')];
    expect(mine.purchases.map(({ id }: { id: string }) => id)).toEqual([purchase]);
    expect(JSON.stringify(theirs)).not.toContain(purchase);
    expect(await own('downloads/recent', 'moderator')).toEqual({ downloads: [] });
    expect(await own(`patterns/${pattern}/access`, 'moderator')).toEqual({ hasAccess: false });
    expect(await own(`patterns/${pattern}/access`, 'owner')).toEqual({ hasAccess: true });
  });

  it('keeps the queues for administrators who come with the pass of the administration', async () => {
    const look = (path = '') => shop.http.get(`/api/admin/queues${path}`);
    const visits = [
      look(),
      look('/api/queues'),
      look().set('authorization', `Bearer ${world.people.owner.token}`),
      look().set('authorization', `Bearer ${world.people.admin.token}`),
      look().auth(world.people.admin.email, PASSWORD),
    ];
    const refused = (await Promise.all(visits)).map(({ status, body }) => [status, body.code]);
    expect(refused).toEqual(visits.map(() => [401, 'UNAUTHENTICATED']));
  });
});

describe('the access matrix', () => {
  it('has a row for every route of a controller', async () => {
    const routes = (await routesOf(shop)).map(({ call }) => call);
    expect(routes.filter((call) => !(call in MATRIX))).toEqual([]);
  });

  it('has a row for every call that the server answers, and no other rows', () => {
    const served = callsServed(shop).filter((call) => !PAGES_OF_OTHERS.test(call) && !/^(HEAD|OPTIONS) /.test(call));
    expect(served.sort()).toEqual(Object.keys(MATRIX).map(withoutNames).sort());
  });

  it('has a row for every call that the contract names', () => {
    const calls = Object.entries(openApiDocument(shop.api).paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => !(call in MATRIX))).toEqual([]);
  });

  it.each(rows('anyone'))('%s asks nobody for a token', async (call) => {
    for (const whose of whoseOf(call)) {
      const plain = await come(call, 'anonymous', whose);
      expect(plain).toMatch(/^in$|^not there$/);
      const others = await Promise.all([...INTRUDERS, ...PEOPLE].map((persona) => come(call, persona, whose)));
      expect(others).toEqual(others.map(() => plain));
    }
  });

  it.each(rows('guest'))('%s takes guests, but nobody with a token that does not hold', async (call) => {
    for (const whose of whoseOf(call)) {
      const refused = await Promise.all(INTRUDERS.map((persona) => come(call, persona, whose)));
      expect(refused).toEqual(INTRUDERS.map(() => 'not signed in'));
      const { found, wanted } = await outcomes(call, ['anonymous', ...PEOPLE], whose);
      expect(found).toEqual(wanted);
    }
  });

  const closed = rows('account', 'owner', 'verified', 'seller', 'moderator', 'admin');

  it.each(closed)('%s refuses whoever is not signed in', async (call) => {
    for (const whose of whoseOf(call)) {
      const intruders = ['anonymous', ...INTRUDERS] as const;
      const answers = await Promise.all(intruders.map((persona) => come(call, persona, whose)));
      expect(answers).toEqual(intruders.map(() => 'not signed in'));
    }
  });

  it.each(closed)('%s lets in whom it should, and hides what is not theirs', async (call) => {
    for (const whose of whoseOf(call)) {
      const { found, wanted } = await outcomes(call, PEOPLE, whose);
      expect(found).toEqual(wanted);
    }
  });

  it('checks everybody with everything', () => {
    process.stdout.write(`access matrix: ${Object.keys(MATRIX).length} routes, ${checks} checks\n`);
    expect(checks).toBeGreaterThan(1_500);
  });
});
