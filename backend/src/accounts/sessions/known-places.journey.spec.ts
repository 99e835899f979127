import { MikroORM, RequestContext } from '@mikro-orm/core';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { ResetSecondFactor } from '../administration/commands/reset-second-factor.js';
import { knownToEmail } from './known-places.js';
import type { Config } from '../../platform/config/config.js';
import { Sql } from '../../platform/database/sql.js';
import { CONFIG } from '../../platform/tokens.js';
import { enrolled } from '../../../test/support/authenticator.js';
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

  it('are locked by five failed sign-ins of their own, but not by those from other networks', async () => {
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

  it('include networks from which a session is renewed, until they expire', async () => {
    const [signInIp, refreshIp] = [unusedIp(), unusedIp()];
    const { id, email, refreshToken } = await signInFrom(signInIp);
    const form = { refresh_token: refreshToken };
    await shop.http.post('/api/auth/refresh').set('x-forwarded-for', refreshIp).send(form).expect(200);
    for (let n = 0; n < 120; n += 1) await signIn(email, WRONG, `2001:db8:${(n + 500).toString(16)}::1`);
    expect((await signIn(email, WRONG, refreshIp)).status).toBe(401);
    await shop.sql.rows(`update known_places set expires_at = now() where user_id = $1`, [id]);
    expect((await signIn(email, WRONG, refreshIp)).status).toBe(429);
  });

  it('have a separate limit of password resets, which attackers in other networks cannot reach', async () => {
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

  it('keep a reset link of the owner valid when an attacker requests another one', async () => {
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

  it('do not include the network of the registration', async () => {
    const place = unusedIp();
    const buyer = await registerFrom(place);
    expect(await isKnown(buyer, place)).toBe(false);
    await signIn(buyer.email, PASSWORD, place).expect(200);
    expect(await isKnown(buyer, place)).toBe(true);
  });

  describe('are deleted when the owner recovers the account:', () => {
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

    it('by an administrator who ends its sessions', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      const admin = await signInFrom(unusedIp());
      await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
      await as(shop, admin).post(`/api/admin/users/${person.id}/end-sessions`, {}).expect(200);
      expect(await isKnown(person, attackerIp)).toBe(false);
    });

    it('by the operator who resets its second factor', async () => {
      expect(await isKnown(person, attackerIp)).toBe(true);
      await enrolled(shop, person);
      const reset = () => shop.api.get(CommandBus).execute(new ResetSecondFactor(person.email));
      expect(await RequestContext.create(shop.api.get(MikroORM).em, reset)).toBe(true);
      expect(await isKnown(person, attackerIp)).toBe(false);
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
    expect(days).toBeGreaterThan(80);
    expect(days).toBeLessThanOrEqual(90);
  });
});
