import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { ResetSecondFactor } from '../administration/commands/reset-second-factor.js';
import { knownToEmail } from './known-places.js';
import type { Config } from '../../platform/config/config.js';
import { Sql } from '../../platform/database/sql.js';
import { CONFIG } from '../../platform/tokens.js';
import { Authenticator, enrolled } from '../../../test/support/authenticator.js';
import { aBuyer, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';

const PASSWORD = 'Nadel-und-Faden-7';
const WRONG = 'Wrong-password-1';
const STORES = process.env.TEST_REDIS_URL ? (['postgres', 'redis'] as const) : (['postgres'] as const);

describe.each(STORES)('known places of an account, with rate limits in %s', (queue) => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop({ queue, workers: true, env: { RATE_LIMIT_FACTOR: '1' } });
  }, 120_000);
  afterAll(() => shop?.close());

  const signIn = (email: string, password: string, place: string) =>
    shop.http.post('/api/auth/login').set('x-forwarded-for', place).send({ email, password });
  const registerFrom = (place: string): Promise<TestBuyer> => {
    const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', place) };
    return aBuyer({ http } as unknown as OpenShop, `${randomUUID()}@example.com`);
  };
  const signInFrom = async (place: string): Promise<TestBuyer> => {
    const buyer = await registerFrom(place);
    await signIn(buyer.email, PASSWORD, place).expect(200);
    return buyer;
  };
  const isKnown = ({ email }: TestBuyer, place: string) =>
    knownToEmail({ body: { email }, ip: place } as never, shop.api.get(Sql), shop.api.get<Config>(CONFIG).tokenSecret);
  const expireForSignIns = (id: string) =>
    shop.sql.rows(`update known_places set seen_at = now() - interval '90 days' where user_id = $1`, [id]);
  const requestReset = (email: string, place: string) =>
    shop.http.post('/api/password-reset/request').set('x-forwarded-for', place).send({ email }).expect(200);
  const findResetMails = async (email: string) =>
    (await shop.mails()).filter(({ to, text }) => to[0]!.address === email && text!.includes('reset-password'));

  it('allow the owner to sign in while an attacker fails two hundred times from other networks', async () => {
    const home = unusedIp();
    const { email } = await signInFrom(home);
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      statuses.push((await signIn(email, WRONG, `2001:db8:${n.toString(16)}::1`)).status);
      if (n % 20 === 19) expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    }
    // The attacker reaches the limit of the account for all other networks together.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(110);
    expect((await signIn(email, PASSWORD, unusedIp())).status).toBe(429);
  }, 120_000);

  it('allow five failed sign-ins from the known place, and do not count failed sign-ins from other networks', async () => {
    const [home, otherNetwork] = [unusedIp(), unusedIp()];
    const { email } = await signInFrom(home);
    const otherStatuses = [];
    for (let n = 0; n < 6; n += 1) otherStatuses.push((await signIn(email, WRONG, otherNetwork)).status);
    expect(otherStatuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
    const homeStatuses = [];
    for (let n = 0; n < 6; n += 1) homeStatuses.push((await signIn(email, WRONG, home)).status);
    expect(homeStatuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('include the networks from which a session is refreshed, until their entries expire', async () => {
    const [signInIp, refreshIp] = [unusedIp(), unusedIp()];
    const { id, email, refreshToken } = await signInFrom(signInIp);
    const form = { refresh_token: refreshToken };
    await shop.http.post('/api/auth/refresh').set('x-forwarded-for', refreshIp).send(form).expect(200);
    for (let n = 0; n < 120; n += 1) await signIn(email, WRONG, `2001:db8:${(n + 500).toString(16)}::1`);
    expect((await signIn(email, WRONG, refreshIp)).status).toBe(401);
    await expireForSignIns(id);
    expect((await signIn(email, WRONG, refreshIp)).status).toBe(429);
  });

  it('have a common limit of failures, so refreshing a stolen session in many networks gains no attempts', async () => {
    const owner = await signInFrom(unusedIp());
    let { refreshToken } = (await signIn(owner.email, PASSWORD, unusedIp()).expect(200)).body.data;
    let compared = 0;
    for (let n = 1; n <= 30; n += 1) {
      const place = `2001:db8:4a00:${n.toString(16)}::1`;
      const form = { refresh_token: refreshToken };
      const answer = await shop.http.post('/api/auth/refresh').set('x-forwarded-for', place).send(form).expect(200);
      ({ refreshToken } = answer.body.data);
      for (let times = 0; times < 5; times += 1)
        if ((await signIn(owner.email, WRONG, place)).status === 401) compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(100);
    expect(compared).toBeLessThanOrEqual(110);
    // The thief's failures do not count in the networks that no session has used.
    expect((await signIn(owner.email, PASSWORD, unusedIp())).status).toBe(200);
  }, 120_000);

  it('have a separate limit of reset mails, which requests from other networks do not use up', async () => {
    const home = unusedIp();
    const { id, email } = await signInFrom(home);
    await shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
    const attacker = unusedIp();
    for (let n = 0; n < 5; n += 1) {
      await requestReset(email, attacker);
      await shop.settles();
    }
    expect(await findResetMails(email)).toHaveLength(3);
    for (let n = 0; n < 20; n += 1) await requestReset(email, unusedIp());
    await shop.settles();
    const before = (await findResetMails(email)).length;
    expect(before).toBeLessThanOrEqual(10);
    await requestReset(email, home);
    await shop.settles();
    const mails = await findResetMails(email);
    expect(mails).toHaveLength(before + 1);
  });

  it('protect the reset link that the owner requested there: a request from another network does not revoke it', async () => {
    const home = unusedIp();
    const { id, email } = await signInFrom(home);
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [id]);
    await requestReset(email, home);
    await shop.settles();
    const token = /reset-password\?token=([\w-]+)/.exec((await findResetMails(email))[0]!.text!)![1];
    await requestReset(email, unusedIp());
    await shop.settles();
    const answer = await shop.http.get(`/api/password-reset/validate/${token}`).set('x-forwarded-for', unusedIp());
    expect(answer.status).toBe(200);
  });

  it('include the network of the registration', async () => {
    const place = unusedIp();
    expect(await isKnown(await registerFrom(place), place)).toBe(true);
  });

  describe('are deleted when the access to the account is ended', () => {
    let person: TestBuyer;
    let attackerIp: string;
    beforeEach(async () => {
      attackerIp = unusedIp();
      person = await signInFrom(attackerIp);
    });

    it('by a password reset, whose network becomes a known place', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      const home = unusedIp();
      await requestReset(person.email, home);
      await shop.settles();
      const token = /reset-password\?token=([\w-]+)/.exec((await findResetMails(person.email))[0]!.text!)![1];
      const form = { token, new_password: 'Hexenstich-12' };
      await shop.http.post('/api/password-reset/confirm').set('x-forwarded-for', home).send(form).expect(200);
      expect([await isKnown(person, attackerIp), await isKnown(person, home)]).toEqual([false, true]);
    });

    it('by an administrator who ends the sessions of the account', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      const admin = await signInFrom(unusedIp());
      await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
      await as(shop, admin).post(`/api/admin/users/${person.id}/end-sessions`, {}).expect(200);
      expect(await isKnown(person, attackerIp)).toBe(false);
    });

    it('by an administrator who suspends the account, and stay deleted when it is restored', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      const admin = await signInFrom(unusedIp());
      await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
      await as(shop, admin)
        .post(`/api/admin/users/${person.id}/suspend`, {
          reason: 'The account was taken over.',
          ground: 'terms',
          clause: 'Ziffer 7',
        })
        .expect(200);
      await as(shop, admin).post(`/api/admin/users/${person.id}/restore`, {}).expect(200);
      expect(await isKnown(person, attackerIp)).toBe(false);
    });

    it('by the owner who requests the deletion of the account', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      await as(shop, person).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
      await shop.settles();
      expect(await isKnown(person, attackerIp)).toBe(false);
    });

    it('by the operator who resets the second factor of the account', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      await enrolled(shop, person);
      const reset = () => shop.api.get(CommandBus).execute(new ResetSecondFactor(person.email));
      expect(await RequestContext.create(shop.api.get(MikroORM).em, reset)).toBe(true);
      expect(await isKnown(person, attackerIp)).toBe(false);
    });
  });

  describe('of other networks are deleted', () => {
    const NEW_PASSWORD = 'Hexenstich-12';
    const send = (method: 'post' | 'delete', path: string, { token }: TestBuyer, ip: string) =>
      shop.http[method](path).set('authorization', `Bearer ${token}`).set('x-forwarded-for', ip);

    it.each<[string, (owner: TestBuyer, thiefSession: string, ip: string) => PromiseLike<{ status: number }>]>([
      [
        'changes the password',
        (owner, _thiefSession, ip) =>
          send('post', '/api/auth/change-password', owner, ip).send({
            current_password: PASSWORD,
            new_password: NEW_PASSWORD,
          }),
      ],
      [
        'activates the second factor',
        async (owner, _thiefSession, ip) => {
          const form = { password: PASSWORD };
          const setUp = await send('post', '/api/auth/second-factor/setup', owner, ip).send(form).expect(200);
          const code = new Authenticator(setUp.body.data.secret).code();
          return send('post', '/api/auth/second-factor/confirm', owner, ip).send({ code });
        },
      ],
      ['ends all other sessions', (owner, _, ip) => send('post', '/api/auth/sessions/end-others', owner, ip)],
      ['ends a session', (owner, thiefSession, ip) => send('delete', `/api/auth/sessions/${thiefSession}`, owner, ip)],
    ])('when the owner %s, because a thief may have used the account there', async (_what, defend) => {
      const [home, thiefIp] = [unusedIp(), unusedIp()];
      const owner = await signInFrom(home);
      const stolen = (await signIn(owner.email, PASSWORD, unusedIp()).expect(200)).body.data;
      const form = { refresh_token: stolen.refreshToken };
      await shop.http.post('/api/auth/refresh').set('x-forwarded-for', thiefIp).send(form).expect(200);
      expect([await isKnown(owner, thiefIp), await isKnown(owner, home)]).toEqual([true, true]);
      const { sid } = JSON.parse(Buffer.from(stolen.accessToken.split('.')[1], 'base64url').toString());
      expect((await defend(owner, sid, home)).status).toBe(200);
      expect([await isKnown(owner, thiefIp), await isKnown(owner, home)]).toEqual([false, true]);
    });

    it('with all other known places when a used refresh token is sent again', async () => {
      const home = unusedIp();
      const owner = await signInFrom(home);
      const refresh = () =>
        shop.http.post('/api/auth/refresh').set('x-forwarded-for', home).send({ refresh_token: owner.refreshToken });
      await refresh().expect(200);
      await shop.sql.rows(
        `update refresh_tokens set used_at = now() - interval '1 hour' where used_at is not null and session_id in
           (select id from sessions where user_id = $1)`,
        [owner.id],
      );
      await refresh().expect(401);
      expect(await isKnown(owner, home)).toBe(false);
    });
  });

  it('are the twenty networks from which the account was last used', async () => {
    const places = Array.from({ length: 25 }, (_, n) => `2001:db8:aa:${n.toString(16)}::1`);
    const buyer = await registerFrom(unusedIp());
    let { refreshToken } = buyer;
    for (const place of places) {
      const form = { refresh_token: refreshToken };
      const answer = await shop.http.post('/api/auth/refresh').set('x-forwarded-for', place).send(form).expect(200);
      refreshToken = answer.body.data.refreshToken;
    }
    const known = [];
    for (const place of places) known.push(await isKnown(buyer, place));
    expect(known).toEqual(places.map((_, n) => n >= 5));
    const rows = await shop.sql.rows('select from known_places where user_id = $1', [buyer.id]);
    expect(rows).toHaveLength(20);
  });

  it('are stored as keyed hashes with an expiry', async () => {
    const home = '203.0.113.77';
    const { id } = await signInFrom(home);
    const rows = await shop.sql.rows<{ expires_at: Date }>('select * from known_places where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    const days = (rows[0]!.expires_at.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(360);
    expect(days).toBeLessThanOrEqual(365);
  });
});
