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
  const getDashboard = ({ token } = admin) =>
    shop.http.get('/api/admin/dashboard').set('authorization', `Bearer ${token}`);
  const readTotals = async () => (await getDashboard().expect(200)).body.data;

  it('counts accounts, patterns on sale, purchases and revenue', async () => {
    const before = await readTotals();
    const [cheap, expensive] = [await aPattern().costing(500).in(shop), await aPattern().costing(1290).in(shop)];
    const hidden = await aPattern().with().in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    await shop.sql.rows(`update pattern_files set state = 'ready' where pattern_id = any ($1::uuid[])`, [
      [cheap, expensive],
    ]);
    const buyer = await aBuyer(shop);
    for (const pattern of [cheap, expensive]) await startPayment(shop, buyer, pattern).expect(201);
    expect(await readTotals()).toEqual({
      ...before,
      totalUsers: before.totalUsers + 1,
      totalPatterns: before.totalPatterns + 2,
    });

    await shop.sql.rows(`update purchases set status = 'paid', paid_at = now() where buyer_id = $1`, [buyer.id]);
    const { totalPurchases, totalRevenue } = await readTotals();
    expect([totalPurchases, totalRevenue]).toEqual([before.totalPurchases + 2, before.totalRevenue + 1790]);

    await shop.sql.rows(`update purchases set status = 'refunded', refunded_at = now() where pattern_id = $1`, [
      expensive,
    ]);
    expect(await readTotals()).toMatchObject({
      totalPurchases: before.totalPurchases + 1,
      totalRevenue: before.totalRevenue + 500,
    });
  });

  it('refuses users who are not administrators', async () => {
    expect((await shop.http.get('/api/admin/dashboard')).status).toBe(401);
    expect((await getDashboard(await aBuyer(shop))).body.code).toBe('FORBIDDEN');
  });
});

describe('views', () => {
  let pattern: string;
  const sendView = (session: string, id = pattern, headers = {}, referrer?: string) =>
    shop.http.post(`/api/patterns/${id}/view`).set(headers).send({ session_id: session, referrer });
  const countViews = async (id = pattern) => {
    await shop.api.get(CommandBus).execute(new RollUpViews());
    return Number((await shop.sql.row<{ n: string }>('select view_count as n from patterns where id = $1', [id]))!.n);
  };

  beforeEach(async () => {
    pattern = await aPattern().with().in(shop);
  });

  it('are counted once per session and pattern, also when they are concurrent', async () => {
    const other = await aPattern().with().in(shop);
    const calls = Array.from({ length: 300 }, (_, n) => sendView(`session-${n % 60}`, n % 2 ? pattern : other));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(300).fill(202));
    expect([await countViews(pattern), await countViews(other)]).toEqual([30, 30]);
    await sendView('session-1').expect(202);
    expect(await countViews()).toBe(30);
  });

  it('each get their own response when they are saved in one batch', async () => {
    const hidden = await aPattern().with().in(shop);
    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [hidden]);
    const responses = await Promise.all([
      sendView('a'),
      sendView('a', randomUUID()),
      sendView('a', hidden),
      sendView('b'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([202, 404, 404, 202]);
    expect(await countViews()).toBe(2);
  });

  it('are not counted for bots and for the designer of the pattern, but are counted for other signed-in users', async () => {
    const [designer, visitor] = [await aBuyer(shop), await aBuyer(shop)];
    const ownPattern = await aPattern().by(designer.id).with().in(shop);
    const signedIn = ({ token }: TestBuyer) => ({ authorization: `Bearer ${token}` });
    await Promise.all([
      sendView('robot', ownPattern, { 'user-agent': 'Googlebot/2.1' }).expect(202),
      sendView('designer', ownPattern, signedIn(designer)).expect(202),
      sendView('visitor', ownPattern, signedIn(visitor)).expect(202),
      sendView('guest', ownPattern).expect(202),
    ]);
    expect(await countViews(ownPattern)).toBe(2);
  });

  it('are stored with only the host of the referrer and a hash of the session', async () => {
    await sendView('session-of-anne', pattern, {}, 'https://blog.example/post?reader=anne').expect(202);
    const [row] = await shop.sql.rows('select referrer_host from view_pending where pattern_id = $1', [pattern]);
    expect(row).toEqual({ referrer_host: 'blog.example' });
    const [viewSeen] = await shop.sql.rows('select v::text as all from view_seen v where pattern_id = $1', [pattern]);
    expect(viewSeen!.all).not.toContain('anne');
  });

  it('are all counted when they fill more than one batch', async () => {
    await shop.sql.rows(`insert into view_pending (pattern_id) select $1::uuid from generate_series(1, 25000)`, [
      pattern,
    ]);
    expect(await countViews()).toBe(25_000);
  });

  it('are counted within the statement timeout, even with a query plan made for an almost empty table', async () => {
    const { sql } = shop;
    const addPendingViews = (rowCount: number) =>
      sql.rows(`insert into view_pending (pattern_id) select $1::uuid from generate_series(1, $2)`, [
        pattern,
        rowCount,
      ]);
    await addPendingViews(20_000);
    await countViews();
    await addPendingViews(1);
    await shop.owner.rows('vacuum (analyze) view_pending');
    await addPendingViews(10_000);
    // A plan that compares each row with every other row would exceed the statement timeout.
    expect(await countViews()).toBe(30_001);
  });

  it('are refused with 503 when too many views wait to be saved', async () => {
    const intake = shop.api.get(ViewIntake);
    const addView = (n: number) =>
      intake.add({ patternId: pattern, sessionHash: `s${n}`, referrerHost: null, viewerId: null, bot: false });
    const accepted = Array.from({ length: 10_000 }, (_, n) => addView(n));
    expect(() => addView(-1)).toThrow(expect.objectContaining({ status: 503, code: 'UNAVAILABLE' }));
    expect(new Set(await Promise.all(accepted))).toEqual(new Set([true]));
    expect(await countViews()).toBe(10_000);
  });

  it('are purged in batches, and a locked row is skipped', async () => {
    await shop.sql.rows(
      `insert into view_seen (pattern_id, session_hash, time_window) select $1::uuid, 'old' || n, 1 from generate_series(1, 45000) n`,
      [pattern],
    );
    const remaining = await shop.sql.ownTransaction(async (client) => {
      await client.query(`select 1 from view_seen where session_hash = 'old7' for update`);
      await shop.api.get(CommandBus).execute(new PurgeViews());
      return shop.sql.rows('select session_hash as left from view_seen where time_window = 1');
    });
    expect(remaining).toEqual([{ left: 'old7' }]);
    expect(await shop.api.get(CommandBus).execute(new PurgeViews())).toBe(1);
    const plan = await shop.sql.rows(
      `explain select ctid from view_seen where time_window < 5 order by time_window limit 9`,
    );
    expect(JSON.stringify(plan)).toContain('view_seen_window');
  });

  it('are purged when they are older than the previous half hour', async () => {
    await sendView('early').expect(202);
    await shop.sql.rows('update view_seen set time_window = time_window - 2 where pattern_id = $1', [pattern]);
    await sendView('late').expect(202);
    await shop.api.get(CommandBus).execute(new PurgeViews());
    expect(await shop.sql.rows('select 1 from view_seen where pattern_id = $1', [pattern])).toHaveLength(1);
  });
});
