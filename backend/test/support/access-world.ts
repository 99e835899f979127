import { JwtService } from '@nestjs/jwt';
import { v7 as uuidv7 } from 'uuid';
import type { Thing } from '../access-matrix.js';
import { aBuyer, aPattern, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';
import { startPayment } from './pay.js';

/** People with an account: `owner` and `other` have one of everything each. `demoted` was an administrator until now. */
export const PEOPLE = ['unverified', 'owner', 'other', 'moderator', 'admin', 'demoted'] as const;
/** Whoever comes with something that is no token, or none any more. */
export const INTRUDERS = ['forged', 'expired', 'revoked', 'nonsense'] as const;
export type Persona = (typeof PEOPLE)[number] | (typeof INTRUDERS)[number] | 'anonymous';

type Things = Partial<Record<Thing, string>>;

export interface AccessWorld {
  people: Record<(typeof PEOPLE)[number], TestBuyer>;
  /** What there is, by whose it is. */
  things: Record<'owner' | 'other', Things>;
  /** A token of a session that nothing else uses, so that signing out harms nobody. */
  tokenOf(persona: Persona): Promise<string | undefined>;
}

/** A small world in which everybody and everything that the access matrix names exists. */
export async function accessWorld(shop: OpenShop): Promise<AccessWorld> {
  const people = {} as AccessWorld['people'];
  for (const name of PEOPLE) people[name] = await aBuyer(shop);
  await shop.settles();
  for (const name of PEOPLE) {
    const role = name === 'moderator' || name === 'admin' ? name : 'user';
    await shop.sql.rows(`update users set role = $2, verified_at = case when $3 then now() end where id = $1`, [
      people[name].id,
      role,
      name !== 'unverified',
    ]);
  }
  const pattern = await aPattern().costing(0).in(shop);
  await shop.settles();
  const things = {
    owner: await thingsOf(shop, people.owner, pattern),
    other: await thingsOf(shop, people.other, pattern),
  };
  await shop.settles();
  return { people, things, tokenOf: (persona) => tokenOf(shop, people, persona) };
}

/** One of each thing for one person. What is missing here is tried with ids that do not exist. */
async function thingsOf(shop: OpenShop, person: TestBuyer, pattern: string): Promise<Things> {
  const draft = await aPattern().by(person.id).in(shop);
  await shop.sql.rows(`update patterns set status = 'draft', published_at = null where id = $1`, [draft]);
  const file = await shop.sql.row<{ id: string }>('select id from pattern_files where pattern_id = $1', [draft]);
  const wish = await aPattern().with().in(shop);
  await shop.http.post(`/api/wishlist/${wish}`).set('authorization', `Bearer ${person.token}`).expect(201);
  const started = await startPayment(shop, person, pattern);
  const list = await shop.http.get('/api/users/purchases').set('authorization', `Bearer ${person.token}`).expect(200);
  const exported = await shop.http.post('/api/gdpr/export').set('authorization', `Bearer ${person.token}`).expect(202);
  return {
    pattern,
    draft,
    file: file!.id,
    purchase: started.body.data.purchase_id,
    token: list.body.data.purchases[0].downloadToken,
    user: person.id,
    session: await sessionOf(shop, person),
    bystander: (await aBuyer(shop)).id,
    export: exported.body.data.requestId,
    wish,
  };
}

async function sessionOf(shop: OpenShop, { id }: TestBuyer): Promise<string> {
  const session = uuidv7();
  await shop.sql.rows(
    `insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')`,
    [session, id],
  );
  return session;
}

async function tokenOf(shop: OpenShop, people: AccessWorld['people'], persona: Persona): Promise<string | undefined> {
  if (persona === 'anonymous') return undefined;
  if (persona === 'nonsense') return 'null';
  const person = people[(PEOPLE as readonly string[]).includes(persona) ? (persona as 'owner') : 'owner'];
  const session = uuidv7();
  await shop.sql.rows(
    `insert into sessions (id, user_id, created_at, expires_at, revoked_at)
     values ($1, $2, now(), now() + interval '1 day', case when $3 then now() end)`,
    [session, person.id, persona === 'revoked'],
  );
  const token = shop.api
    .get(JwtService, { strict: false })
    .sign({ sid: session }, { subject: person.id, jwtid: uuidv7(), ...(persona === 'expired' && { expiresIn: -60 }) });
  return persona === 'forged' ? `${token.slice(0, -8)}AAAAAAAA` : token;
}
