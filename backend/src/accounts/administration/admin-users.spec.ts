import { CommandBus } from '@nestjs/cqrs';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';
import { PurgeEndedAccess } from '../sessions/commands/purge-ended-access.js';
import { countStatement } from './queries/list-users.js';
import type { Role } from '../user.entity.js';

let shop: OpenShop;
let admin: TestBuyer;
beforeAll(async () => {
  shop = await openShop();
  admin = await aBuyer(shop, 'chef@example.com');
  await assignRole(admin, 'admin');
});
afterAll(() => shop.close());

const assignRole = (person: TestBuyer, role: Role) =>
  shop.sql.rows('update users set role = $2 where id = $1', [person.id, role]);
const list = (query: object = {}, { token } = admin) =>
  shop.http.get('/api/admin/users').query(query).set('authorization', `Bearer ${token}`);
const changeRole = (id: string, role: unknown, { token } = admin) =>
  shop.http.put(`/api/admin/users/${id}/role`).set('authorization', `Bearer ${token}`).send({ role });
const findEmails = async (query: object): Promise<string[]> =>
  (await list(query).expect(200)).body.data.users.map(({ email }: { email: string }) => email);

describe('list of accounts', () => {
  it('returns the profile of each account to an administrator, but no hash or token', async () => {
    const person = await aBuyer(shop, 'kaethe@example.com');
    const { body, headers } = await list({ search: 'kaethe@' }).expect(200);

    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toMatchObject({
      page: 1,
      limit: 20,
      total: 1,
      total_pages: 1,
      currentPage: 1,
      totalPages: 1,
      totalItems: 1,
      itemsPerPage: 20,
    });
    const profile = await shop.http.get('/api/auth/profile').set('authorization', `Bearer ${person.token}`);
    expect(body.data.users).toEqual([
      {
        ...profile.body.data,
        lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
        purchaseCount: 0,
        secondFactor: false,
        suspendedAt: null,
        suspension: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|token|password/i);
  });

  it('returns pages, the newest account first, and an empty page beyond the last', async () => {
    for (let n = 1; n <= 5; n += 1) await aBuyer(shop, `seite-${n}@example.com`);
    expect(await findEmails({ search: 'seite-', limit: 2 })).toEqual(['seite-5@example.com', 'seite-4@example.com']);
    expect(await findEmails({ search: 'seite-', limit: 2, page: 3 })).toEqual(['seite-1@example.com']);
    const beyond = (await list({ search: 'seite-', limit: 2, page: 4 }).expect(200)).body.data;

    expect([beyond.users, beyond.total, beyond.totalPages]).toEqual([[], 5, 3]);
    const all = (await list({ search: '', role: '', page: '' }).expect(200)).body.data;
    expect(all.total).toBe((await shop.sql.rows('select from users')).length);
  });

  it('finds accounts by a part of the address, username or display name, in upper or lower case', async () => {
    const form = {
      email: 'Ute.Ärmel@example.com',
      password: 'Kreuzstich7',
      username: 'Stoff_Fee',
      name: 'ÖZLEM Zwirn',
    };
    await shop.http.post('/api/auth/register').send(form).expect(201);

    for (const search of ['ärmel@', 'UTE.', 'stoff_f', 'Özlem', 'zwirn ute']) {
      expect([search, await findEmails({ search })]).toEqual([search, [form.email]]);
    }
    // The wildcards of LIKE match literally.
    for (const search of ['stoff%fee', 'stofff_ee', '%zwirn%', "' or 1=1 --", '\\']) {
      expect([search, await findEmails({ search })]).toEqual([search, []]);
    }
  });

  it('filters by role', async () => {
    const moderator = await aBuyer(shop, 'helferin@example.com');
    await assignRole(moderator, 'moderator');

    expect(await findEmails({ role: 'moderator' })).toEqual([moderator.email]);
    expect(await findEmails({ role: 'moderator', search: 'seite' })).toEqual([]);
    expect(await findEmails({ role: 'user' })).not.toContain(moderator.email);
  });

  it.each([{ limit: 0 }, { limit: 101 }, { page: 0 }, { page: 'x' }, { role: 'root' }, { search: ['a', 'b'] }])(
    'refuses the query %j',
    async (query) => {
      expect((await list(query)).body.code).toBe('VALIDATION_FAILED');
    },
  );

  it('counts the matching accounts with the index users_search when there are many accounts', async () => {
    await shop.sql.rows(
      `insert into users (id, email, email_key, username, username_key, display_name, password_hash, role, language, created_at)
       select gen_random_uuid(), k, k, k, k, k, '-', 'user', 'de', now() - n * interval '1 minute'
       from (select n, md5(n::text) || '@many.example' as k from generate_series(1, 6000) n) t`,
    );
    await shop.owner.rows('vacuum analyze users');
    const plan = await shop.sql.rows<{ 'QUERY PLAN': string }>(`explain ${countStatement(1)}`, [null, '%chef@%']);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('users_search');
    expect(await findEmails({ search: 'chef@' })).toEqual([admin.email]);
    await shop.sql.rows(`delete from users where email like '%@many.example'`);
  });
});

describe('change of a role', () => {
  it('applies from the next request, keeps the sessions, and is recorded in the audit log of the account', async () => {
    const person = await aBuyer(shop);
    await list({}, person).expect(403);
    const { body } = await changeRole(person.id, 'admin').expect(200);
    expect(body.data).toMatchObject({ id: person.id, role: 'admin' });
    await list({}, person).expect(200);

    await changeRole(person.id, 'user').expect(200);
    await changeRole(person.id, 'user').expect(200);
    await list({}, person).expect(403);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: person.refreshToken }).expect(200);
    const log = await shop.sql.rows(
      'select action, actor_id, details from audit_entries where user_id = $1 order by id',
      [person.id],
    );
    expect(log).toEqual([
      { action: 'accounts.role-changed', actor_id: admin.id, details: { from: 'user', to: 'admin' } },
      { action: 'accounts.role-changed', actor_id: admin.id, details: { from: 'admin', to: 'user' } },
    ]);
  });

  it.each(['root', '', undefined, null, ['admin'], 'ADMIN'])('refuses the role %j', async (role) => {
    const { body } = await changeRole(admin.id, role).expect(400);

    expect(body.error.details).toEqual([{ field: 'role', message: 'Role must be user, admin or moderator' }]);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '1 OR 1=1'])('refuses the unknown user %s', async (id) => {
    expect((await changeRole(encodeURIComponent(id), 'user').expect(404)).body.code).toBe('USER_NOT_FOUND');
  });

  it('is forbidden to moderators, users and unauthenticated clients', async () => {
    const [moderator, user] = [await aBuyer(shop), await aBuyer(shop)];
    await assignRole(moderator, 'moderator');
    for (const person of [moderator, user]) await changeRole(person.id, 'admin', person).expect(403);
    const unauthenticated = await shop.http.put(`/api/admin/users/${user.id}/role`).send({ role: 'admin' });

    expect(unauthenticated.status).toBe(401);
  });

  it('refuses to demote the last administrator', async () => {
    const { body } = await changeRole(admin.id, 'user').expect(409);

    expect(body.code).toBe('LAST_ADMIN');
    await list().expect(200);
    const successor = await aBuyer(shop);
    await changeRole(successor.id, 'admin').expect(200);
    await changeRole(admin.id, 'user').expect(200);
    await changeRole(admin.id, 'admin', successor).expect(200);
    await changeRole(successor.id, 'user').expect(200);
  });

  it('refuses to demote or suspend the only administrator whose deletion is not scheduled', async () => {
    const leaving = await aBuyer(shop);
    await assignRole(leaving, 'admin');
    await shop.http
      .post('/api/gdpr/delete')
      .set('authorization', `Bearer ${leaving.token}`)
      .send({ password: PASSWORD })
      .expect(202);
    expect((await changeRole(admin.id, 'user').expect(409)).body.code).toBe('LAST_ADMIN');
    const suspended = await shop.http
      .post(`/api/admin/users/${admin.id}/suspend`)
      .set('authorization', `Bearer ${leaving.token}`)
      .send({ reason: 'Test', ground: 'terms', clause: 'Ziffer 7' });
    expect([suspended.status, suspended.body.code]).toEqual([409, 'LAST_ADMIN']);
    await changeRole(leaving.id, 'user').expect(200);
  });

  it('keeps one administrator when two demote each other at the same time', async () => {
    const rival = await aBuyer(shop);
    await assignRole(rival, 'admin');
    // The test holds a lock until both requests wait, so that they run concurrently.
    const requests = await shop.sql.ownTransaction(async (client) => {
      await client.query(`select from users where role = 'admin' for update`);
      const both = [changeRole(rival.id, 'user', admin), changeRole(admin.id, 'user', rival)].map((request) =>
        request.then((answer) => answer),
      );
      await until('both requests wait for the lock', async () => {
        const row = await shop.sql.row<{ count: number }>(
          `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return row!.count >= 2;
      });
      return both;
    });
    const answers = await Promise.all(requests);

    // The first request has removed the role of the administrator who sent the second one.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await shop.sql.rows(`select from users where role = 'admin'`)).toHaveLength(1);
    await assignRole(admin, 'admin');
    await assignRole(rival, 'user');
  });
});

describe('purge of ended sessions and links', () => {
  const purge = () => shop.api.get(CommandBus).execute(new PurgeEndedAccess());
  const countRows = async (table: string, where: string, ...values: unknown[]) =>
    (await shop.sql.rows(`select from ${table} where ${where}`, values)).length;

  it('deletes sessions and links 30 days after their end, and keeps them until then', async () => {
    const [purged, kept] = [await aBuyer(shop), await aBuyer(shop)];
    for (const { email } of [purged, kept]) await shop.http.post('/api/password-reset/request').send({ email });
    const backdate = async (person: TestBuyer, days: number) => {
      const values = [person.id, `${days} days`];
      await shop.sql.rows(`update sessions set revoked_at = now() - $2::interval where user_id = $1`, values);
      await shop.sql.rows(`update verifications set expires_at = now() - $2::interval where user_id = $1`, values);
      await shop.sql.rows(
        `update password_resets r set expires_at = now() - $2::interval from users u
          where u.email_key = r.email_key and u.id = $1`,
        values,
      );
    };
    await backdate(purged, 31);
    await backdate(kept, 29);
    await purge();

    for (const [person, rows] of [
      [purged, 0],
      [kept, 1],
    ] as const) {
      expect(await countRows('sessions', 'user_id = $1', person.id)).toBe(rows);
      const tokens = 'session_id in (select id from sessions where user_id = $1)';
      expect(await countRows('refresh_tokens', tokens, person.id)).toBe(rows);
      expect(await countRows('verifications', 'user_id = $1', person.id)).toBe(rows);
      expect(await countRows('password_resets', 'email_key = $1', person.email)).toBe(rows);
    }
    await list().expect(200);
  });

  it('deletes the password reset of an address without an account after a day', async () => {
    const email = 'niemand@example.com';
    await shop.http.post('/api/password-reset/request').send({ email }).expect(200);
    // The reset counts towards the limit of its address for a day.
    for (const [age, kept] of [
      ['23 hours', 1],
      ['25 hours', 0],
    ] as const) {
      await shop.sql.rows(`update password_resets set requested_at = now() - $2::interval where email_key = $1`, [
        email,
        age,
      ]);
      await purge();
      expect(await countRows('password_resets', 'email_key = $1', email)).toBe(kept);
    }
  });

  it('deletes more rows than one batch contains', async () => {
    await shop.sql.rows(
      `insert into password_resets (id, email_key, token_hash, requested_at, expires_at)
       select gen_random_uuid(), 'many@example.com', 'h' || n, now() - interval '40 days', now() - interval '40 days'
       from generate_series(1, 1200) n`,
    );
    expect(await purge()).toBe(1200);
  });
});
