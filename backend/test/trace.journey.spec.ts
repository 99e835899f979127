import { JobLedger } from '#workers/runtime/job-ledger.js';
import { aBuyer, aPattern, type TestBuyer } from './support/builders.js';
import { type Collector, startCollector, type ReceivedSpan } from './support/collector.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { as, CARD, confirmCard, delivered, startPayment } from './support/pay.js';
import { compilePrograms, type Program, type Programs } from './support/programs.js';
import { until } from './support/settles.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** The span id of the click on "Buy", which the browser sends in `traceparent`. */
const CLICK = '00f067aa0ba902b7';
const EMAIL = 'traced.quillfeather@example.com';

/** The expected spans of a purchase, each with its ancestors up to the click. */
const STEPS = [
  'POST /api/payments/create',
  'Stripe open payment < POST /api/payments/create',
  'complete purchase < POST /api/payments/create',
  'relay purchases.purchase-completed < complete purchase < POST /api/payments/create',
  ...[
    'job send-receipt',
    'SMTP send < job send-receipt',
    'job claim-purchase',
    'job personalise-copy',
    'personalise file < job personalise-copy',
    'S3 GetObject < personalise file < job personalise-copy',
    'S3 PutObject < personalise file < job personalise-copy',
    'relay purchases.copies-made < personalise file < job personalise-copy',
    'job send-copy-ready < relay purchases.copies-made < personalise file < job personalise-copy',
    'SMTP send < job send-copy-ready < relay purchases.copies-made < personalise file < job personalise-copy',
    'job issue-invoice',
    'relay purchases.invoice-issued < job issue-invoice',
    'job write-invoice < relay purchases.invoice-issued < job issue-invoice',
    'S3 PutObject < job write-invoice < relay purchases.invoice-issued < job issue-invoice',
  ].map((step) => `${step} < relay purchases.purchase-completed < complete purchase < POST /api/payments/create`),
];

let shop: OpenShop;
let collector: Collector;
let programs: Programs;
let api: Program;
let workers: Program;
let buyer: TestBuyer;
let patternId: string;
beforeAll(async () => {
  [shop, collector] = await Promise.all([openShop({ listen: false }), startCollector()]);
  programs = await compilePrograms();
  const env = { ...shop.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  [api, workers] = await Promise.all([programs.start('api', env), programs.start('workers', env)]);
  patternId = await aPattern().unprepared().in(shop);
  buyer = await aBuyer(shop, EMAIL);
  await shop.settles();
}, 120_000);
afterAll(async () => {
  await Promise.all([programs?.close(), collector.close()]);
  await shop.close();
});

const findSpans = (name: string) => collector.spans.filter((span) => span.traceId === TRACE && span.name === name);

/** @returns the name of a span and the names of its ancestors */
function pathOf(span: ReceivedSpan): string {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? `${span.name} < ${pathOf(parent)}` : span.name;
}

const readLogLines = (program: Program) =>
  program
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a purchase', () => {
  let secrets: string[];
  beforeAll(async () => {
    const started = await startPayment(shop, buyer, patternId).set('traceparent', `00-${TRACE}-${CLICK}-01`);
    const { client_secret: secret, purchase_id: purchaseId } = started.body.data;
    await confirmCard(shop, secret);
    // Do not request the download before the webhook: the request would poll Stripe and complete the purchase.
    await until('the webhook has completed the purchase', () =>
      shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [purchaseId]),
    );
    const access = await delivered(shop, buyer, purchaseId);
    const link = await as(shop, buyer).post('/api/downloads/secure', { token: access.downloadToken });
    const signature = /X-Amz-Signature=(\w+)/.exec(link.body.data.downloadUrl)![1]!;
    secrets = [buyer.token, buyer.refreshToken, secret, access.downloadToken!, signature];
    await shop.settles();
    await until('all spans have been sent', async () => {
      const sent = new Set(collector.spans.filter(({ traceId }) => traceId === TRACE).map(pathOf));
      return STEPS.every((step) => sent.has(step));
    }).catch(() => undefined);
  });

  it('is one trace from the click to the copy and the mails, through all processes', () => {
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    expect([...new Set(spans.map(pathOf))].sort()).toEqual(expect.arrayContaining([...STEPS].sort()));
    expect(spans.filter((span) => !pathOf(span).endsWith('POST /api/payments/create')).map(pathOf)).toEqual([]);
    expect(findSpans('POST /api/payments/create')).toMatchObject([
      { parentSpanId: CLICK, service: 'shop-api', attributes: { 'http.response.status_code': 201 } },
    ]);
    expect(findSpans('job personalise-copy')).toMatchObject([
      { service: 'shop-workers', attributes: { 'shop.attempt': 1, 'shop.outcome': 'done' } },
    ]);
  });

  it('is completed in the trace of the click, with a link to the span of the webhook', () => {
    const [completed] = findSpans('complete purchase');
    const webhookSpans = collector.spans.filter(({ name }) => name === 'POST /api/payments/webhook');
    expect(webhookSpans.map(({ spanId }) => spanId)).toContain(completed!.links![0]!.spanId);
    expect(webhookSpans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  });

  it('has the same trace id in the logs of all processes', () => {
    const request = readLogLines(api).find(({ trace_id: id, req }) => id === TRACE && req);
    expect(request).toMatchObject({ req: { route: '/api/payments/create' }, span_id: expect.any(String) });
    const done = readLogLines(workers).filter(({ msg, trace_id: id }) => msg === 'job done' && id === TRACE);
    const jobs = ['send-receipt', 'personalise-copy', 'claim-purchase', 'issue-invoice', 'write-invoice'];
    expect(done.map(({ job }) => job)).toEqual(expect.arrayContaining([...jobs, 'send-copy-ready']));
    for (const { job, event_id: eventId, job_id: jobId, attempt } of done) {
      expect(jobId).toBe(`${eventId}.${job}`);
      expect(attempt).toBeGreaterThan(0);
    }
  });

  it('stays in its trace when the queue loses one of its jobs', async () => {
    const receipt = `where reaction = 'send-receipt' and done_at is`;
    await shop.sql.rows(`update deliveries set done_at = null ${receipt} not null`);
    const stale = await new JobLedger(shop.sql).claimStale(new Date(Date.now() + 3_600_000), 10);
    await shop.sql.rows(`update deliveries set done_at = now() ${receipt} null`);
    expect(stale).toMatchObject([
      { reaction: 'send-receipt', traceParent: expect.stringMatching(`^00-${TRACE}-`) as string },
    ]);
  });

  it('sends no personal data to the collector', () => {
    const all = collector.received.join('\n');
    const leaked = [EMAIL, 'quillfeather', 'Käthe', CARD, patternId && 'Schnitt 1', ...secrets];
    expect(leaked.filter((word) => all.includes(word))).toEqual([]);
  });
});

describe('a response', () => {
  it('has the trace id only if it is an error', async () => {
    const parent = `00-${'a1'.repeat(16)}-${CLICK}-01`;
    const refused = await shop.http.post('/api/payments/create').set('traceparent', parent).send({});
    expect(refused.status).toBe(400);
    expect(refused.headers['x-trace-id']).toBe('a1'.repeat(16));
    expect((await shop.http.get('/config.json')).headers).not.toHaveProperty('x-trace-id');
  });

  it.each([
    ['no hexadecimal digits', `00-${'z1'.repeat(16)}-${CLICK}-01`],
    ['only zeros', `00-${'0'.repeat(32)}-${CLICK}-01`],
    ['too long', `00-${'a1'.repeat(16)}-${CLICK}-01-${'x'.repeat(5_000)}`],
  ])('has a new trace id when the traceparent of the request is invalid (%s)', async (_, parent) => {
    const { headers } = await shop.http.get('/api/nowhere').set('traceparent', parent).expect(404);
    expect(headers['x-trace-id']).toMatch(/^[\da-f]{32}$/);
    expect(parent).not.toContain(headers['x-trace-id']);
  });
});

describe('when the collector is down', () => {
  it('the shop continues, logs the outage once, and exits without waiting', async () => {
    await collector.close();
    const logged = () => readLogLines(api).filter(({ context }) => context === 'Traces');
    await until('the loss is logged', async () => {
      await shop.http.get('/api/auth/profile').expect(401);
      return logged().length > 0;
    });
    for (let n = 0; n < 20; n += 1) await shop.http.get('/api/auth/profile').expect(401);
    const stopped = performance.now();
    await api.kill('SIGTERM');
    expect(performance.now() - stopped).toBeLessThan(8_000);
    expect(logged()).toHaveLength(1);
  });
});
