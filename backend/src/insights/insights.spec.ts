import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { startPayment } from '../../test/support/pay.js';
import { PurgeViews } from './commands/purge-views.js';
import { RollUpViews } from './commands/roll-up-views.js';
import { ViewIntake } from './view-intake.js';

let shop: OpenShop;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop();
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
});
afterAll(() => shop.close());

describe('dashboard', () => {
  const request = ({ token } = admin) => shop.http.get('/api/admin/dashboard').set('authorization', `Bearer ${token}`);
  const totals = async () => (await request().expect(200)).body.data;

  it('counts accounts, patterns on sale, purchases and revenue', async () => {
    const before = await totals();
    const [cheap, dear] = [await aPattern().costing(500).in(shop), await aPattern().costing(1290).in(shop)];
    const hidden = await aPattern().with().in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    await shop.sql.rows(`update pattern_files set state = 'ready' where pattern_id = any ($1::uuid[])`, [
      [cheap, dear],
    ]);
    const buyer = await aBuyer(shop);
    for (const pattern of [cheap, dear]) await startPayment(shop, buyer, pattern).expect(201);
    expect(await totals()).toEqual({
      ...before,
      totalUsers: before.totalUsers + 1,
      totalPatterns: before.totalPatterns + 2,
    });

    await shop.sql.rows(`update purchases set status = 'paid', paid_at = now() where buyer_id = $1`, [buyer.id]);
    const { totalPurchases, totalRevenue } = await totals();
    expect([totalPurchases, totalRevenue]).toEqual([before.totalPurchases + 2, before.totalRevenue + 1790]);

    await shop.sql.rows(`update purchases set status = 'refunded', refunded_at = now() where pattern_id = $1`, [dear]);
    expect(await totals()).toMatchObject({
      totalPurchases: before.totalPurchases + 1,
      totalRevenue: before.totalRevenue + 500,
    });
  });

  it('refuses users who are not administrators', async () => {
    expect((await shop.http.get('/api/admin/dashboard')).status).toBe(401);
    expect((await request(await aBuyer(shop))).body.code).toBe('FORBIDDEN');
  });
});

describe('views', () => {
  let pattern: string;
  const send = (session: string, id = pattern, headers = {}, referrer?: string) =>
    shop.http.post(`/api/patterns/${id}/view`).set(headers).send({ session_id: session, referrer });
  const counted = async (id = pattern) => {
    await shop.api.get(CommandBus).execute(new RollUpViews());
    return Number((await shop.sql.row<{ n: string }>('select view_count as n from patterns where id = $1', [id]))!.n);
  };

  beforeEach(async () => {
    pattern = await aPattern().with().in(shop);
  });

  it('are counted once per session and pattern, also when they are concurrent', async () => {
    const other = await aPattern().with().in(shop);
    const calls = Array.from({ length: 300 }, (_, n) => send(`session-${n % 60}`, n % 2 ? pattern : other));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(300).fill(202));
    expect([await counted(pattern), await counted(other)]).toEqual([30, 30]);
    await send('session-1').expect(202);
    expect(await counted()).toBe(30);
  });

  it('get their own response when they are saved in one batch', async () => {
    const hidden = await aPattern().with().in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    const responses = await Promise.all([send('a'), send('a', randomUUID()), send('a', hidden), send('b')]);
    expect(responses.map(({ status }) => status)).toEqual([202, 404, 404, 202]);
    expect(await counted()).toBe(2);
  });

  it('are not counted for bots and the designer, but for other signed-in users', async () => {
    const [designer, visitor] = [await aBuyer(shop), await aBuyer(shop)];
    const own = await aPattern().by(designer.id).with().in(shop);
    const signedIn = ({ token }: TestBuyer) => ({ authorization: `Bearer ${token}` });
    await Promise.all([
      send('robot', own, { 'user-agent': 'Googlebot/2.1' }).expect(202),
      send('designer', own, signedIn(designer)).expect(202),
      send('visitor', own, signedIn(visitor)).expect(202),
      send('guest', own).expect(202),
    ]);
    expect(await counted(own)).toBe(2);
  });

  it('store only the host of the referrer and a hash of the session', async () => {
    await send('session-of-anne', pattern, {}, 'https://blog.example/post?reader=anne').expect(202);
    const [row] = await shop.sql.rows('select referrer_host from view_pending where pattern_id = $1', [pattern]);
    expect(row).toEqual({ referrer_host: 'blog.example' });
    const [seen] = await shop.sql.rows('select v::text as all from view_seen v where pattern_id = $1', [pattern]);
    expect(seen!.all).not.toContain('anne');
  });

  it('are all counted when there are more than one batch', async () => {
    await shop.sql.rows(`insert into view_pending (pattern_id) select $1::uuid from generate_series(1, 25000)`, [
      pattern,
    ]);
    expect(await counted()).toBe(25_000);
  });

  it('are counted in time with a query plan for an almost empty table', async () => {
    const { sql } = shop;
    const wait = (many: number) =>
      sql.rows(`insert into view_pending (pattern_id) select $1::uuid from generate_series(1, $2)`, [pattern, many]);
    await wait(20_000);
    await counted();
    await wait(1);
    await shop.owner.rows('vacuum (analyze) view_pending');
    await wait(10_000);
    // A comparison of each row with each other would exceed the statement timeout.
    expect(await counted()).toBe(30_001);
  });

  it('are refused with 503 when the queue is full', async () => {
    const intake = shop.api.get(ViewIntake);
    const one = (n: number) =>
      intake.add({ patternId: pattern, sessionHash: `s${n}`, referrerHost: null, viewerId: null, bot: false });
    const accepted = Array.from({ length: 10_000 }, (_, n) => one(n));
    expect(() => one(-1)).toThrow(expect.objectContaining({ status: 503, code: 'UNAVAILABLE' }));
    expect(new Set(await Promise.all(accepted))).toEqual(new Set([true]));
    expect(await counted()).toBe(10_000);
  });

  it('are purged in batches, without waiting for a locked row', async () => {
    await shop.sql.rows(
      `insert into view_seen (pattern_id, session_hash, time_window) select $1::uuid, 'old' || n, 1 from generate_series(1, 45000) n`,
      [pattern],
    );
    const left = await shop.sql.ownTransaction(async (held) => {
      await held.query(`select 1 from view_seen where session_hash = 'old7' for update`);
      await shop.api.get(CommandBus).execute(new PurgeViews());
      return shop.sql.rows('select session_hash as left from view_seen where time_window = 1');
    });
    expect(left).toEqual([{ left: 'old7' }]);
    expect(await shop.api.get(CommandBus).execute(new PurgeViews())).toBe(1);
    const plan = await shop.sql.rows(
      `explain select ctid from view_seen where time_window < 5 order by time_window limit 9`,
    );
    expect(JSON.stringify(plan)).toContain('view_seen_window');
  });

  it('are purged when their half hour is over', async () => {
    await send('early').expect(202);
    await shop.sql.rows('update view_seen set time_window = time_window - 2 where pattern_id = $1', [pattern]);
    await send('late').expect(202);
    await shop.api.get(CommandBus).execute(new PurgeViews());
    expect(await shop.sql.rows('select 1 from view_seen where pattern_id = $1', [pattern])).toHaveLength(1);
  });
});
