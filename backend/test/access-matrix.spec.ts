import { randomUUID } from 'node:crypto';
import { openApiDocument } from '../src/platform/http/openapi.js';
import { MATRIX, type Row, type ResourceKind, resourceParameters } from './access-matrix.js';
import {
  type AccessFixtures,
  createAccessFixtures,
  INVALID_TOKENS,
  USERS,
  type Persona,
} from './support/access-fixtures.js';
import { PASSWORD } from './support/builders.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { listServedCalls, listRoutes, withoutParameterNames } from './support/routes.js';

let shop: OpenShop;
let fixtures: AccessFixtures;
let checks = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  fixtures = await createAccessFixtures(shop);
}, 120_000);
afterAll(() => shop.close());

/** The documentation is public; the queue dashboard has its own test below. */
const NOT_IN_MATRIX = /^\w+ \/api\/(docs|openapi\.json|admin\/queues)/;

/** The resource of the request: the owner's, another account's, an unknown id or an invalid id. */
type Target = 'owner' | 'other' | 'random' | 'malformed';
const NONEXISTENT: Target[] = ['random', 'malformed'];

function targetId(kind: ResourceKind, target: Target): string {
  if (target === 'malformed') return '1 OR 1=1';
  if (target === 'random') return kind === 'token' ? Buffer.from(randomUUID()).toString('base64url') : randomUUID();
  return fixtures.resources[target][kind] ?? randomUUID();
}

async function sendRequest(call: string, persona: Persona, target: Target): Promise<string> {
  const row = MATRIX[call]!;
  const [method, path] = call.split(' ') as [string, string];
  const url = resourceParameters(path, row).reduce(
    (text, [parameter, kind]) => text.replace(parameter, encodeURIComponent(targetId(kind, target))),
    path,
  );
  const id = row.about ? targetId(row.about, target) : '';
  const request = shop.http[method.toLowerCase() as 'get'](row.query ? `${url}?${row.query(id)}` : url);
  const token = await fixtures.tokenOf(persona);
  if (token) void request.set('authorization', `Bearer ${token}`);
  const { status, body } = await (method === 'GET' ? request : request.send(row.body?.(id) ?? {}));
  checks += 1;
  return toResult(status, body.code);
}

function toResult(status: number, code: string): string {
  if (status === 401 && code === 'UNAUTHENTICATED') return 'not signed in';
  if (status === 403 && code === 'FORBIDDEN') return 'not allowed';
  if (status === 403 && code === 'EMAIL_NOT_VERIFIED') return 'not verified';
  if (status >= 500) return `broken: ${status} ${code}`;
  return status === 404 ? 'not found' : 'allowed';
}

/** @returns the expected result for a signed-in user */
function expected(row: Row, persona: Persona, target: Target): string {
  const verifiedOnly = row.access === 'verified' || row.access === 'seller';
  if (verifiedOnly && persona === 'unverified') return 'not verified';
  if (row.access === 'admin' && persona !== 'admin') return 'not allowed';
  if (row.access === 'moderator' && persona !== 'admin' && persona !== 'moderator') return 'not allowed';
  if (target === 'random' && row.unknown) return toResult(row.unknown, '');
  if (NONEXISTENT.includes(target)) return 'not found';
  const isPrivate = row.access === 'owner' || row.access === 'seller';
  return isPrivate && persona !== target ? 'not found' : 'allowed';
}

const hasIds = (call: string) => !!MATRIX[call]!.about || call.includes('/:');
const resourcesExist = (call: string) => {
  const row = MATRIX[call]!;
  const resources = [...resourceParameters(call, row).map(([, kind]) => kind), ...(row.about ? [row.about] : [])];
  return resources.every((kind) => kind in fixtures.resources.owner);
};
const targetsFor = (call: string): Target[] => (hasIds(call) ? ['other', ...NONEXISTENT, 'owner'] : ['owner']);
const rows = (...access: Row['access'][]) =>
  Object.keys(MATRIX).filter((call) => access.includes(MATRIX[call]!.access));

/** Validation refuses these requests before the lookup, so `not found` cannot be observed. */
const refusedBeforeLookup = (call: string, target: Target) => {
  const { body, about } = MATRIX[call]!;
  return (!body && !call.startsWith('GET') && NONEXISTENT.includes(target)) || (!!about && target === 'malformed');
};

/** @returns the actual result, or the expected result if the response cannot show whether access was refused */
async function outcome(call: string, persona: Persona, target: Target): Promise<string> {
  const actual = await sendRequest(call, persona, target);
  const expectedResult = expected(MATRIX[call]!, persona, target);
  if (expectedResult === 'not found' && actual === 'allowed' && refusedBeforeLookup(call, target))
    return expectedResult;
  if (expectedResult === 'allowed' && actual === 'not found' && !resourcesExist(call)) return expectedResult;
  return actual;
}

async function outcomes(call: string, personas: readonly Persona[], target: Target) {
  const actual = await Promise.all(
    personas.map(async (persona) => [persona, target, await outcome(call, persona, target)]),
  );
  return {
    actual,
    expectedResults: personas.map((persona) => [persona, target, expected(MATRIX[call]!, persona, target)]),
  };
}

describe('personal resources', () => {
  const readOwn = async (path: string, persona: Persona) =>
    (await shop.http.get(`/api/users/${path}`).set('authorization', `Bearer ${await fixtures.tokenOf(persona)}`)).body
      .data;

  it('are not in the lists of other accounts', async () => {
    const { pattern, purchase } = fixtures.resources.owner;
    const [ownList, otherList] = [await readOwn('purchases', 'owner'), await readOwn('purchases', 'other')];
    expect(ownList.purchases.map(({ id }: { id: string }) => id)).toEqual([purchase]);
    expect(JSON.stringify(otherList)).not.toContain(purchase);
    expect(await readOwn('downloads/recent', 'moderator')).toEqual({ downloads: [] });
    expect(await readOwn(`patterns/${pattern}/access`, 'moderator')).toEqual({ hasAccess: false });
    expect(await readOwn(`patterns/${pattern}/access`, 'owner')).toEqual({ hasAccess: true });
  });
});

describe('the queue dashboard', () => {
  it('refuses every request without a queue session, even with the token or password of an administrator', async () => {
    const open = (path = '') => shop.http.get(`/api/admin/queues${path}`);
    const visits = [
      open(),
      open('/api/queues'),
      open().set('authorization', `Bearer ${fixtures.users.owner.token}`),
      open().set('authorization', `Bearer ${fixtures.users.admin.token}`),
      open().auth(fixtures.users.admin.email, PASSWORD),
    ];
    const refused = (await Promise.all(visits)).map(({ status, body }) => [status, body.code]);
    expect(refused).toEqual(visits.map(() => [401, 'UNAUTHENTICATED']));
  });
});

describe('the access matrix', () => {
  it('has a row for every route of a controller', async () => {
    const routes = (await listRoutes(shop)).map(({ call }) => call);
    expect(routes.filter((call) => !(call in MATRIX))).toEqual([]);
  });

  it('has a row for every route that the server serves, and no other rows', () => {
    const served = listServedCalls(shop).filter((call) => !NOT_IN_MATRIX.test(call) && !/^(HEAD|OPTIONS) /.test(call));
    expect(served.sort()).toEqual(Object.keys(MATRIX).map(withoutParameterNames).sort());
  });

  it('has a row for every operation of the OpenAPI document', () => {
    const calls = Object.entries(openApiDocument(shop.api).paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => !(call in MATRIX))).toEqual([]);
  });
});

describe('access to a route', () => {
  it.each(rows('public'))('does not depend on the token: %s', async (call) => {
    for (const target of targetsFor(call)) {
      const withoutToken = await sendRequest(call, 'anonymous', target);
      expect(withoutToken).toMatch(/^(allowed|not found)$/);
      const withToken = await Promise.all(
        [...INVALID_TOKENS, ...USERS].map((persona) => sendRequest(call, persona, target)),
      );
      expect(withToken).toEqual(withToken.map(() => withoutToken));
    }
  });

  it.each(rows('guest'))('is allowed for guests and refused for invalid tokens: %s', async (call) => {
    for (const target of targetsFor(call)) {
      const refused = await Promise.all(INVALID_TOKENS.map((persona) => sendRequest(call, persona, target)));
      expect(refused).toEqual(INVALID_TOKENS.map(() => 'not signed in'));
      const { actual, expectedResults } = await outcomes(call, ['anonymous', ...USERS], target);
      expect(actual).toEqual(expectedResults);
    }
  });

  const protectedCalls = rows('account', 'owner', 'verified', 'seller', 'moderator', 'admin');

  it.each(protectedCalls)('is refused without a valid token: %s', async (call) => {
    for (const target of targetsFor(call)) {
      const unauthenticated = ['anonymous', ...INVALID_TOKENS] as const;
      const results = await Promise.all(unauthenticated.map((persona) => sendRequest(call, persona, target)));
      expect(results).toEqual(unauthenticated.map(() => 'not signed in'));
    }
  });

  it.each(protectedCalls)('is limited to its roles, and hides resources of other accounts: %s', async (call) => {
    for (const target of targetsFor(call)) {
      const { actual, expectedResults } = await outcomes(call, USERS, target);
      expect(actual).toEqual(expectedResults);
    }
  });

  it('is checked more than 1,500 times', () => {
    process.stdout.write(`access matrix: ${Object.keys(MATRIX).length} routes, ${checks} checks\n`);
    expect(checks).toBeGreaterThan(1_500);
  });
});
