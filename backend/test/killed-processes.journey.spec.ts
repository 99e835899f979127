import { aBuyer, aPattern, aPdf, type TestBuyer } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { accessOf, buy, confirmCard, delivered, startPayment } from './support/pay.js';
import { compilePrograms, type Program, type Programs } from './support/programs.js';
import { until } from './support/settles.js';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : [])] as const;
let programs: Programs;

beforeAll(async () => {
  programs = await compilePrograms();
});
afterAll(() => programs?.close());

describe.each(BACKENDS)('a purchase whose workers are killed, with the queue in %s', (queue) => {
  let shop: OpenShop;
  let buyer: TestBuyer;
  let workers: Program;
  const patterns: Record<'light' | 'heavy', string> = { light: '', heavy: '' };

  beforeAll(async () => {
    shop = await openShop({ queue, proxied: ['s3'], mail: true });
    patterns.light = await aPattern().titled('Leicht').in(shop);
    patterns.heavy = await aPattern()
      .titled('Schwer')
      .with({ kind: 'a0', pdf: () => aPdf({ pages: 1, padding: 6_000_000 }) })
      .in(shop);
    workers = await programs.start('workers', shop.env);
    await shop.settles();
  }, 90_000);
  afterAll(async () => {
    await workers?.kill('SIGKILL');
    await shop?.close();
  });
  beforeEach(async () => {
    buyer = await aBuyer(shop);
  });
  afterEach(() => shop.proxies.s3!.restore());

  const readObjects = async (purchaseId: string) => {
    const rows = await shop.sql.rows<{ key: string; bytes: number }>(
      `select object_key as key, bytes::float8 as bytes from copies where purchase_id = $1`,
      [purchaseId],
    );
    return Promise.all(rows.map(async ({ key, bytes }) => ({ bytes, stored: (await shop.files.head(key))?.bytes })));
  };
  const receipts = async () =>
    (await shop.mails()).filter(({ to, subject }) => to[0]!.address === buyer.email && /PP-/.test(subject));

  it.each([
    ['before the copy is stored', 'light', /^PUT \/patterns\/copies\//],
    ['before the multipart upload of a large copy is completed', 'heavy', /^POST \/patterns\/copies\/\S+uploadId=/],
  ] as const)(
    'gets its copy after the worker is killed %s',
    async (_, size, heldAt) => {
      const heldRequest = shop.proxies.s3!.holdAt(heldAt);
      const id = await buy(shop, buyer, patterns[size]);
      await heldRequest;
      // Kills the worker only after it has recorded the receipt. Otherwise the next worker would send the mail again.
      await until('the receipt is recorded', async () => (await accessOf(shop, buyer, id)).receiptSentAt);
      await workers.kill('SIGKILL');
      const killed = Date.now();
      shop.proxies.s3!.restore();
      workers = await programs.start('workers', shop.env);
      await delivered(shop, buyer, id, 25_000);
      // The job must restart within 15 s of the kill.
      expect(Date.now() - killed).toBeLessThan(15_000);
      await shop.settles();
      const [object, ...more] = await readObjects(id);
      expect(more).toEqual([]);
      expect(object!.stored).toBe(object!.bytes);
      expect(await receipts()).toHaveLength(1);
    },
    60_000,
  );

  it('gets its copy before the worker exits on SIGTERM', async () => {
    const heldRequest = shop.proxies.s3!.holdAt(/^PUT \/patterns\/copies\//);
    const id = await buy(shop, buyer, patterns.light);
    await heldRequest;
    const ended = workers.kill('SIGTERM');
    shop.proxies.s3!.restore();
    await delivered(shop, buyer, id, 5_000);
    expect([0, 'SIGTERM']).toContain(await ended);
    const row = await shop.sql.row(
      `select starts from (select d.started_count as starts, d.done_at from deliveries d join outbox_events e on e.id = d.event_id
       where e.payload->>'purchaseId' = $1 and d.reaction = 'personalise-copy') x where done_at is not null`,
      [id],
    );
    expect(row).toEqual({ starts: 1 });
    workers = await programs.start('workers', shop.env);
  });

  it('gets its copy although an event of an unknown type waits, because the relay skips such events', async () => {
    const { id } = (await shop.sql.row<{ id: string }>(
      `insert into outbox_events (id, type, payload, occurred_at)
       values ('00000000-0000-7000-8000-000000000000', 'purchases.gift-wrapped', '{}', now()) returning id`,
    ))!;
    await delivered(shop, buyer, await buy(shop, buyer, patterns.light));
    expect(await shop.sql.rows('select 1 from outbox_events where id = $1 and relayed_at is null', [id])).toHaveLength(
      1,
    );
    await shop.sql.rows('delete from outbox_events where id = $1', [id]);
  });
});

describe('a purchase whose API is killed', () => {
  let shop: OpenShop;

  beforeAll(async () => {
    shop = await openShop({ listen: false });
  });
  afterAll(() => shop?.close());

  it('gets its copy when the API is killed after the payment and before its event is relayed', async () => {
    const api = await programs.start('api', shop.env);
    const patternId = await aPattern().in(shop);
    const preparingWorkers = await programs.start('workers', shop.env);
    await shop.settles();
    const buyer = await aBuyer(shop);
    await shop.settles();
    await preparingWorkers.kill('SIGKILL');

    const id = await buy(shop, buyer, patternId);
    await shop.stripe.control.webhooksDelivered();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ status: 'paid', copyState: 'marking' });
    await api.kill('SIGKILL');
    const waiting = await shop.sql.rows(`select id from outbox_events where relayed_at is null`);
    expect(waiting).toHaveLength(1);

    const [restartedApi, workers] = await Promise.all([
      programs.start('api', shop.env),
      programs.start('workers', shop.env),
    ]);
    await delivered(shop, buyer, id);
    await shop.settles();
    expect((await shop.mails()).filter(({ subject }) => /PP-/.test(subject))).toHaveLength(1);
    await Promise.all([restartedApi.kill('SIGKILL'), workers.kill('SIGKILL')]);
  });

  it('is paid once although the API is killed during the creation of the PaymentIntent and during the webhook', async () => {
    let api = await programs.start('api', shop.env);
    const workers = await programs.start('workers', shop.env);
    const patternId = await aPattern().in(shop);
    await shop.settles();
    const buyer = await aBuyer(shop);
    shop.stripe.control.failNext({ path: '/v1/payment_intents', delayMs: 500 });
    const lost = startPayment(shop, buyer, patternId).catch(() => null);
    await until('the purchase is inserted', () =>
      shop.sql.row(`select 1 from purchases where buyer_id = $1`, [buyer.id]),
    );
    await api.kill('SIGKILL');
    expect(await lost).toBeNull();

    api = await programs.start('api', shop.env);
    // Stripe may still process the request of the killed process.
    const started = await until('the PaymentIntent is created', async () => {
      const response = await startPayment(shop, buyer, patternId);
      return response.status === 201 && response;
    });
    const { purchase_id: id, client_secret: secret } = started.body.data;
    shop.stripe.control.holdWebhooks();
    await confirmCard(shop, secret);
    await api.kill('SIGKILL');
    shop.stripe.control.releaseWebhooks();
    api = await programs.start('api', shop.env);
    await delivered(shop, buyer, id);
    expect(shop.stripe.control.payments().filter(({ metadata }) => metadata.purchase_id === id)).toHaveLength(1);
    expect(await shop.sql.rows(`select id from purchases where buyer_id = $1`, [buyer.id])).toHaveLength(1);
    await Promise.all([api.kill('SIGKILL'), workers.kill('SIGKILL')]);
  });
});
