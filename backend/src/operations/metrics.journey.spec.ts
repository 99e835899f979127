import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ledgerRegistry } from '../platform/events/ledger-gauges.js';
import { registry } from '../platform/telemetry/metrics.js';
import { Readiness } from '../platform/process/readiness.js';
import { aBuyer, aPattern, type TestBuyer } from '../../test/support/builders.js';
import { ROOT } from '../../test/support/cruise.js';
import { openShop, type OpenShop } from '../../test/support/open-shop.js';
import { buy, delivered } from '../../test/support/pay.js';
import { type Probed, probe, startProbed } from '../../test/support/probe.js';
import { compilePrograms, type Programs } from '../../test/support/programs.js';
import { expectResponses, expectDeltas, metricDeltas, type MetricDeltas } from '../../test/support/metric-deltas.js';
import { samplesOf, valueOf } from '../../test/support/samples.js';
import { send } from '../../test/support/send.js';
import { until } from '../../test/support/settles.js';
import { FlakyProxy } from '../../test/support/flaky-proxy.js';

const PASSWORD = 'Nadel-und-Faden-7';

let shop: OpenShop;
let programs: Programs;
let proxy: FlakyProxy;
let env: Record<string, string>;
let api: Probed;
let workers: Probed;

beforeAll(async () => {
  shop = await openShop({ listen: false, proxied: ['s3'], env: { RATE_LIMITS: 'newsletter.ip=1/3600' } });
  proxy = await FlakyProxy.to(shop.env.DATABASE_URL);
  env = { ...shop.env, DATABASE_URL: proxy.urlOf(shop.env.DATABASE_URL) };
  programs = await compilePrograms();
  [api, workers] = await Promise.all([startProbed(programs, 'api', env), startProbed(programs, 'workers', env)]);
}, 120_000);
afterAll(async () => {
  await programs?.close();
  await proxy?.close();
  await shop?.close();
});

describe('the metrics of the API', () => {
  let buyer: TestBuyer;

  it('count every response by its route template, also those of the response cache and of the client-error handler', async () => {
    const id = await aPattern().in(shop);
    await shop.settles();
    const delta = await metricDeltas(api.port, async () => {
      buyer = await aBuyer(shop);
      // One response from Fastify, one from the response cache, and one 304.
      const { headers } = await shop.http.get('/api/patterns').expect(200);
      await shop.http.get('/api/patterns').expect(200);
      await shop.http.get('/api/patterns?lang=de').set('if-none-match', headers.etag!).expect(304);
      await shop.http.get(`/api/patterns/${id}?lang=en`).expect(200);
      await shop.http.post(`/api/patterns/${id}/view`).send({ session_id: 'one' }).expect(202);
      await shop.http.get('/api/wishlist').set('authorization', `Bearer ${buyer.token}`).expect(200);
      await shop.http.get(`/api/downloads/${id}`).expect(401);
      expect(await send(shop.config.port, 'GET /%zz HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n')).toContain(
        '400',
      );
      expect(await send(shop.config.port, 'what is this\r\n\r\n')).toContain('400');
    });
    expectResponses(delta, {
      'POST /api/auth/register 201': 1,
      'GET /api/patterns 200': 2,
      'GET /api/patterns 304': 1,
      'GET /api/patterns/:id 200': 1,
      'POST /api/patterns/:id/view 202': 1,
      'GET /api/wishlist 200': 1,
      'GET /api/downloads/:idOrToken 401': 1,
      'GET none 400': 1,
      'none none 400': 1,
    });
    expectDeltas(delta, { 'shop_kept_answers_total outcome=miss': 2, 'shop_kept_answers_total outcome=hit': 2 });
    expect(valueOf(await samplesOf(api.port), 'http_requests_in_flight')).toBe(0);
  });

  it('count an aborted request as 499 and no longer as in flight', async () => {
    const delta = await metricDeltas(api.port, async () => {
      const socket = connect(shop.config.port, '127.0.0.1');
      const head = 'host: shop\r\ncontent-type: application/json\r\ncontent-length: 100';
      socket.write(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n\r\n`);
      const inFlight = async () => valueOf(await samplesOf(api.port), 'http_requests_in_flight');
      await until('the request is in flight', async () => (await inFlight()) === 1);
      socket.destroy();
      await until('no request is in flight', async () => (await inFlight()) === 0);
    });
    const aborted = { method: 'POST', route: '/api/auth/login', status: '499' };
    expect(delta('http_request_duration_seconds_count', aborted)).toBe(1);
  });

  it('count sign-ins, reused refresh tokens, reached rate limits and webhooks without a valid signature', async () => {
    const login = (password: string) => shop.http.post('/api/auth/login').send({ email: buyer.email, password });
    const subscribe = () => shop.http.post('/api/newsletter/subscribe').send({ email: buyer.email });
    const refresh = (token: string) => shop.http.post('/api/auth/refresh').send({ refresh_token: token });
    const delta = await metricDeltas(api.port, async () => {
      await login(`${PASSWORD}x`).expect(401);
      const { body } = await login(PASSWORD).expect(200);
      await refresh(body.data.refreshToken).expect(200);
      await shop.sql.rows(`update refresh_tokens set used_at = now() - interval '1 hour' where used_at is not null`);
      await refresh(body.data.refreshToken).expect(401);
      await subscribe();
      await subscribe().expect(429);
      await shop.http.post('/api/payments/webhook').set('stripe-signature', 't=1,v1=00').send({}).expect(400);
    });
    expectDeltas(delta, {
      'shop_sign_ins_total outcome=failed': 1,
      'shop_sign_ins_total outcome=succeeded': 1,
      shop_refresh_token_reuse_total: 1,
      'shop_rate_limited_total flow=newsletter': 1,
      'shop_webhooks_total outcome=rejected': 1,
    });
    expect(delta('shop_rate_limited_total')).toBe(1);
    await shop.settles();
  });

  it('get no new series from unknown paths', async () => {
    const get = (path: string) => shop.http.get(path).expect(404);
    await get('/nowhere/1');
    // Other series of the process can appear at any time, for example at the first full garbage collection.
    const countSeries = async () => (await samplesOf(api.port)).filter(({ name }) => /^(http|shop)_/.test(name)).length;
    const before = await countSeries();
    expect(before).toBeGreaterThan(50);
    for (const path of ['/nowhere/2', `/nowhere/${buyer.email}`, '/api/patterns/x/y/z']) await get(path);
    expect(await countSeries()).toBe(before);
  });

  it('are not served on the public port', async () => {
    for (const path of ['/metrics', '/live', '/ready']) await shop.http.get(path).expect(404);
    expect((await probe(api.port, '/api/patterns')).status).toBe(404);
  });
});

describe('the metrics of the workers', () => {
  it('count the jobs and mails of a purchase', async () => {
    const buyer = await aBuyer(shop);
    await shop.settles();
    const count = async () => (await shop.sql.row<{ n: number }>('select count(*)::int as n from outbox_events'))!.n;
    let events = -(await count());
    let workerDelta: MetricDeltas;
    const apiDelta = await metricDeltas(api.port, async () => {
      workerDelta = await metricDeltas(workers.port, async () => {
        const pattern = await aPattern().unprepared().in(shop);
        await shop.settles();
        await delivered(shop, buyer, await buy(shop, buyer, pattern));
        await shop.settles();
        events += await count();
      });
    });
    for (const job of ['prepare-master', 'personalise-copy', 'send-receipt', 'send-copy-ready', 'issue-invoice']) {
      expectDeltas(workerDelta!, {
        [`shop_job_duration_seconds_count outcome=done job=${job}`]: 1,
        [`shop_delivery_lag_seconds_count job=${job}`]: 1,
      });
      expect(workerDelta!('shop_delivery_lag_seconds_sum', { job })).toBeGreaterThan(0);
    }
    expectDeltas(workerDelta!, {
      'shop_document_duration_seconds_count outcome=done step=prepare': 1,
      'shop_document_duration_seconds_count outcome=done step=personalise': 1,
      'shop_document_duration_seconds_count outcome=done step=invoice': 1,
      'shop_mails_total outcome=sent letter=receipt': 1,
      'shop_mails_total outcome=sent letter=copyReady': 1,
      shop_mails_total: 2,
      shop_relayed_facts_total: events,
    });
    expect(events).toBeGreaterThanOrEqual(4);
    expectDeltas(apiDelta, {
      'shop_payments_started_total outcome=started': 1,
      'shop_webhooks_total outcome=accepted': 2,
    });
    expect(valueOf(await samplesOf(workers.port), 'shop_jobs_running')).toBe(0);
  });

  it('count a dead letter and a paid purchase without its copy', async () => {
    const buyer = await aBuyer(shop);
    await shop.settles();
    const heldUpload = shop.proxies.s3!.holdAt(/^PUT \/patterns\/copies\//);
    const pattern = await aPattern().in(shop);
    await until('the file is ready', () =>
      shop.sql.row(`select 1 from pattern_files where pattern_id = $1 and state = 'ready'`, [pattern]),
    );
    const purchase = await buy(shop, buyer, pattern);
    await heldUpload;
    // Creates a dead letter, because every mail server refuses this address.
    await shop.sql.rows(`update users set email = 'no address' where id = $1`, [buyer.id]);
    await shop.http.post('/api/password-reset/request').send({ email: buyer.email }).expect(200);
    const samples = await until('the scrape contains the dead letter and the purchase', async () => {
      const scraped = await samplesOf(workers.port);
      return (
        valueOf(scraped, 'shop_dead_letters') === 1 && valueOf(scraped, 'shop_purchases_unfulfilled') === 1 && scraped
      );
    });
    expect(valueOf(samples, 'shop_dead_letters', { job: 'send-password-reset' })).toBe(1);
    const deadJob = { job: 'send-password-reset', outcome: 'dead' };
    expect(valueOf(samples, 'shop_job_duration_seconds_count', deadJob)).toBe(1);
    expect(valueOf(samples, 'shop_mails_total', { letter: 'passwordReset', outcome: 'refused' })).toBe(1);
    expect(valueOf(samples, 'shop_deliveries_open', { queue: 'documents' })).toBeGreaterThanOrEqual(1);
    expect(valueOf(samples, 'shop_deliveries_oldest_age_seconds', { queue: 'documents' })).toBeGreaterThan(0);
    expect(valueOf(samples, 'shop_purchases_unfulfilled_oldest_age_seconds')).toBeGreaterThan(0);
    expect(valueOf(samples, 'shop_jobs_running', { queue: 'documents' })).toBeGreaterThanOrEqual(1);
    expect(valueOf(samples, 'shop_queue_jobs', { queue: 'documents', state: 'active' })).toBeGreaterThanOrEqual(1);
    expect([valueOf(samples, 'shop_ledger_up'), valueOf(samples, 'shop_queue_up')]).toEqual([1, 1]);
    expect(valueOf(samples, 'shop_payments_checked_timestamp_seconds')).toBeGreaterThan(Date.now() / 1_000 - 300);
    shop.proxies.s3!.restore();
    await delivered(shop, buyer, purchase);
    await shop.settles();
    const unfulfilled = async () => valueOf(await samplesOf(workers.port), 'shop_purchases_unfulfilled');
    await until('all purchases have their copies', async () => (await unfulfilled()) === 0);
  });
});

describe('a scrape', () => {
  const allSamples = async () => [...(await samplesOf(api.port)), ...(await samplesOf(workers.port))];
  const metricName = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

  it('has a series of every metric, and the API exports none of the ledger metrics', async () => {
    const [apiSamples, workerSamples] = [await samplesOf(api.port), await samplesOf(workers.port)];
    const names = new Set([...apiSamples, ...workerSamples].map(({ name }) => metricName(name)));
    const metrics = [...registry.getMetricsAsArray(), ...ledgerRegistry.getMetricsAsArray()];
    const defined = metrics.map(({ name }) => name).filter((name) => /^(shop|http)_/.test(name));
    expect(defined.length).toBeGreaterThan(30);
    expect(defined.filter((name) => !names.has(name))).toEqual([]);
    const ledgerNames = new Set(ledgerRegistry.getMetricsAsArray().map(({ name }) => name));
    expect(apiSamples.filter(({ name }) => ledgerNames.has(name))).toEqual([]);
  });

  it('has every metric that an alert or a dashboard uses', async () => {
    const names = new Set((await allSamples()).map(({ name }) => metricName(name)));
    const files = globSync('k8s/monitoring/**/*.{yaml,json}', { cwd: ROOT });
    // Excludes the series of recording rules (`namespace:…`) and the metrics of the backup jobs.
    const used = files
      .flatMap((file) => [
        ...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/(?<![:\w])(shop|http|nodejs|process)_[a-z0-9_]+\b(?!:)/g),
      ])
      .map(([name]) => name)
      .filter((name) => !/^shop_(backup|restore_test)_/.test(name));
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used.map(metricName))].filter((name) => !names.has(name))).toEqual([]);
  });

  it('contains no personal data in its labels', async () => {
    const labels = (await allSamples()).flatMap((sample) => Object.values(sample.labels));
    const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/i;
    expect(labels.filter((label) => label.includes('@') || UUID.test(label) || /[\w-]{40,}/.test(label))).toEqual([]);
    expect(labels.length).toBeGreaterThan(500);
  });
});

describe('the probes', () => {
  it('report a process as not ready while its database is unreachable', async () => {
    proxy.cut();
    for (const port of [api.port, workers.port]) {
      expect(await probe(port, '/ready')).toEqual({ status: 503, body: 'database unreachable' });
      expect((await probe(port, '/live')).status).toBe(200);
      expect((await probe(port, '/metrics')).status).toBe(200);
    }
    proxy.restore();
    for (const port of [api.port, workers.port])
      await until('the process is ready again', async () => (await probe(port, '/ready')).status === 200, 5_000);
  });

  it('report a schema older than the program', async () => {
    const readiness = shop.api.get(Readiness);
    const [newest] = await shop.owner.rows<{ name: string }>(
      `delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`,
    );
    expect(await readiness.problem()).toBe('schema behind');
    await shop.owner.rows('insert into schema_migrations (name) values ($1)', [newest!.name]);
    expect(await readiness.problem()).toBeNull();
  });

  it('report a terminating process as draining until it exits', async () => {
    const buyer = await aBuyer(shop);
    await shop.settles();
    const pattern = await aPattern().in(shop);
    await shop.settles();
    const heldUpload = shop.proxies.s3!.holdAt(/^PUT \/patterns\/copies\//);
    const purchase = await buy(shop, buyer, pattern);
    await heldUpload;
    const exitCode = workers.kill('SIGTERM');
    await until('the workers drain', async () => (await probe(workers.port, '/ready')).body === 'draining', 2_000);
    expect((await probe(workers.port, '/live')).status).toBe(200);
    expect(valueOf(await samplesOf(workers.port), 'shop_jobs_running', { queue: 'documents' })).toBe(1);
    shop.proxies.s3!.restore();
    expect(await exitCode).toBe(0);

    // A process that runs no queue also exports when another process last checked the payments, even if that was months ago.
    await shop.sql.rows(`update schedule_runs set done_at = '2026-01-01' where job = 'reconcile-payments'`);
    await startProbed(programs, 'workers', { ...env, WORKER_QUEUES: 'none' }, workers.port);
    const samples = await samplesOf(workers.port);
    const checkedAt = Date.parse('2026-01-01T00:00:00Z') / 1_000;
    expect(valueOf(samples, 'shop_payments_checked_timestamp_seconds')).toBe(checkedAt);
    expect(samples.filter(({ name }) => name === 'shop_jobs_running')).toEqual([]);
    await until('the copy is ready', () =>
      shop.sql.row(`select 1 from purchases where id = $1 and copies_made_at is not null`, [purchase]),
    );

    void api.kill('SIGTERM');
    await until('the API drains', async () => (await probe(api.port, '/ready')).body === 'draining', 2_000);
    expect((await probe(api.port, '/live')).status).toBe(200);
  });
});
