import { JwtService } from '@nestjs/jwt';
import { v7 as uuidv7 } from 'uuid';
import type { ResourceKind } from '../access-matrix.js';
import { aBuyer, aPattern, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { startPayment } from './pay.js';

/** Users with an account. `owner` and `other` have their own resources. `stranger` has no role and no resources. */
export const USERS = ['unverified', 'owner', 'other', 'moderator', 'admin', 'stranger'] as const;
/** Kinds of invalid tokens. */
export const INVALID_TOKENS = ['forged', 'expired', 'revoked', 'nonsense'] as const;
export type Persona = (typeof USERS)[number] | (typeof INVALID_TOKENS)[number] | 'anonymous';

type Resources = Partial<Record<ResourceKind, string>>;

export interface AccessFixtures {
  users: Record<(typeof USERS)[number], TestBuyer>;
  /** The resources by their owner. */
  resources: Record<'owner' | 'other', Resources>;
  /** A token with its own session, so that signing out affects no other request. */
  tokenOf(persona: Persona): Promise<string | undefined>;
}

/** Creates the users and resources of the access matrix. */
export async function createAccessFixtures(shop: OpenShop): Promise<AccessFixtures> {
  const users = {} as AccessFixtures['users'];
  for (const name of USERS) users[name] = await aBuyer(shop);
  await shop.settles();
  for (const name of USERS) {
    const role = name === 'moderator' || name === 'admin' ? name : 'user';
    await shop.sql.rows(`update users set role = $2, verified_at = case when $3 then now() end where id = $1`, [
      users[name].id,
      role,
      name !== 'unverified',
    ]);
  }
  const pattern = await aPattern().costing(0).in(shop);
  await shop.settles();
  const resources = {
    owner: await createResources(shop, users.owner, pattern),
    other: await createResources(shop, users.other, pattern),
  };
  await shop.settles();
  return { users, resources, tokenOf: (persona) => tokenOf(shop, users, persona) };
}

/** Creates the resources of a user. The tests use unknown ids for the kinds that are not created here. */
async function createResources(shop: OpenShop, user: TestBuyer, pattern: string): Promise<Resources> {
  const draft = await aPattern().by(user.id).in(shop);
  await shop.sql.rows(`update patterns set status = 'draft', published_at = null where id = $1`, [draft]);
  const file = await shop.sql.row<{ id: string }>('select id from pattern_files where pattern_id = $1', [draft]);
  const wish = await aPattern().with().in(shop);
  await shop.http.post(`/api/wishlist/${wish}`).set('authorization', `Bearer ${user.token}`).expect(201);
  const started = await startPayment(shop, user, pattern);
  const list = await shop.http.get('/api/users/purchases').set('authorization', `Bearer ${user.token}`).expect(200);
  const exported = await shop.http.post('/api/gdpr/export').set('authorization', `Bearer ${user.token}`).expect(202);
  return {
    pattern,
    draft,
    file: file!.id,
    purchase: started.body.data.purchase_id,
    token: list.body.data.purchases[0].downloadToken,
    user: user.id,
    session: await createSession(shop, user),
    bystander: (await aBuyer(shop)).id,
    export: exported.body.data.requestId,
    wish,
  };
}

async function createSession(shop: OpenShop, { id }: TestBuyer): Promise<string> {
  const session = uuidv7();
  await shop.sql.rows(
    `insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')`,
    [session, id],
  );
  return session;
}

async function tokenOf(shop: OpenShop, users: AccessFixtures['users'], persona: Persona): Promise<string | undefined> {
  if (persona === 'anonymous') return undefined;
  if (persona === 'nonsense') return 'null';
  const user = users[(USERS as readonly string[]).includes(persona) ? (persona as 'owner') : 'owner'];
  const session = uuidv7();
  await shop.sql.rows(
    `insert into sessions (id, user_id, created_at, expires_at, revoked_at)
     values ($1, $2, now(), now() + interval '1 day', case when $3 then now() end)`,
    [session, user.id, persona === 'revoked'],
  );
  const token = shop.api
    .get(JwtService, { strict: false })
    .sign({ sid: session }, { subject: user.id, jwtid: uuidv7(), ...(persona === 'expired' && { expiresIn: -60 }) });
  return persona === 'forged' ? `${token.slice(0, -8)}AAAAAAAA` : token;
}
