import { CommandBus } from '@nestjs/cqrs';
import { CompletePurchase } from '../../purchases/orders/commands/complete-purchase.js';
import { aBuyer, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, buy, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { aDraft, aSeller, by, onSale } from '../../../test/support/sell.js';

let shop: OpenShop;
let seller: TestBuyer;
let moderator: TestBuyer;
let visitor: TestBuyer;
let patternId: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  [seller, moderator, visitor] = [await aSeller(shop), await aBuyer(shop), await aBuyer(shop)];
  await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [moderator.id]);
  patternId = await onSale(shop, seller, { translations: { en: { title: 'Dress', description: 'x'.repeat(20) } } });
});
afterAll(() => shop?.close());

const NOTICE = { reason: 'copyright', text: 'Aus meinem Buch.', good_faith: true };
const GROUND = { ground: 'law', clause: '§ 97 UrhG' };
const report = (id: string, user = visitor, body: object = NOTICE) =>
  by(shop, user).post(`/patterns/${id}/report`, body);
const listReports = async (query = '') =>
  (await by(shop, moderator).get(`/moderation/reports${query}`).expect(200)).body.data;
const hide = (id: string, user = moderator) =>
  by(shop, user).post(`/moderation/patterns/${id}/hide`, { reason: 'Kopie', ...GROUND });
const restore = (id: string) => by(shop, moderator).post(`/moderation/patterns/${id}/restore`, { reason: 'Geprüft' });
const resolve = (id: string, decision: string) =>
  by(shop, moderator).post(`/moderation/reports/${id}/resolve`, { decision, note: 'Angesehen.', ...GROUND });
const getStatusCode = async (id: string) => (await shop.http.get(`/api/patterns/${id}`)).status;
const listDecisions = async (id: string) =>
  (
    await shop.sql.rows('select decision from pattern_decisions where pattern_id = $1 order by decided_at, id', [id])
  ).map(({ decision }) => decision);

describe('reporting a pattern', () => {
  it('creates one report per user and does not show the reporter to moderators', async () => {
    const responses = await Promise.all([report(patternId), report(patternId), report(patternId)]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(responses[0]!.body.data).toEqual(responses[2]!.body.data);
    await report(patternId, seller, { reason: 'quality' }).expect(202);

    const { reports, total } = await listReports('?lang=en');
    expect(total).toBe(2);
    expect(reports[0]).toMatchObject({
      pattern_id: patternId,
      pattern_title: 'Dress',
      pattern_status: 'published',
      pattern_picture: expect.stringMatching(/^\/media\//),
      reason: 'copyright',
      text: 'Aus meinem Buch.',
      open_reports: 2,
      age_seconds: 0,
      state: 'open',
    });
    expect(JSON.stringify(reports)).not.toMatch(new RegExp([visitor.id, visitor.email, seller.id].join('|')));
    expect(await listReports('?limit=1&page=2')).toMatchObject({ reports: [{ reason: 'quality' }], total_pages: 2 });
  });

  it.each([
    ['reason', { reason: 'boring' }],
    ['text', { reason: 'other', text: 'x'.repeat(2001) }],
  ])('refuses an invalid %s and names the field', async (field, body) => {
    const response = await report(patternId, visitor, body);
    expect([response.status, response.body.error.details[0].field]).toEqual([400, field]);
  });

  it('returns 404 for a draft', async () => {
    expect((await report(await aDraft(shop, seller))).status).toBe(404);
  });
});

describe('moderation', () => {
  it('refuses users who are not moderators', async () => {
    const calls = [
      by(shop, visitor).get('/moderation/reports'),
      hide(patternId, visitor),
      by(shop, seller).post(`/moderation/patterns/${patternId}/restore`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('dismisses one report and does not change the pattern', async () => {
    const [first, second] = (await listReports()).reports;
    await resolve(first.id, 'dismissed').expect(200);
    await resolve(first.id, 'dismissed').expect(200);
    expect((await resolve(first.id, 'hidden')).body.code).toBe('REPORT_RESOLVED');
    expect((await listReports()).reports.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(await getStatusCode(patternId)).toBe(200);
    expect(await listDecisions(patternId)).toEqual(['dismissed']);
    await report(patternId).expect(202);
  });

  it('hides a pattern from visitors, but not from its buyers; the designer cannot publish it', async () => {
    const purchaseId = await buy(shop, visitor, patternId);
    const { downloadToken: token } = await delivered(shop, visitor, purchaseId);
    const open = (await listReports()).reports;
    expect(open).toHaveLength(2);
    await resolve(open[1].id, 'hidden').expect(200);

    expect(await listReports()).toMatchObject({ reports: [], total: 0 });
    expect(
      (await listReports('?state=resolved')).reports.map((resolved: { decision: string }) => resolved.decision).sort(),
    ).toEqual(['dismissed', 'hidden', 'hidden']);
    expect(await getStatusCode(patternId)).toBe(404);
    expect((await shop.http.get('/api/patterns')).body.data.total).toBe(0);
    expect((await shop.http.get('/api/designer')).body.data.designers).toEqual([]);
    await by(shop, visitor).post('/downloads/secure', { token }).expect(200);

    for (const operation of ['publish', 'withdraw']) {
      const response = await by(shop, seller).post(`/patterns/${patternId}/${operation}`);
      expect([response.status, response.body.code]).toEqual([409, 'PATTERN_HIDDEN']);
    }
    await by(shop, seller).put(`/patterns/${patternId}`, { title: 'Eigenes Kleid' }).expect(200);
    const ownPatterns = (await by(shop, seller).get('/users/patterns')).body.data.patterns;
    expect(ownPatterns).toContainEqual(expect.objectContaining({ id: patternId, status: 'hidden' }));
  });

  it('restores the previous status and records every decision', async () => {
    expect((await restore(patternId).expect(200)).body.data).toEqual({ id: patternId, status: 'published' });
    expect(await getStatusCode(patternId)).toBe(200);
    await by(shop, seller).post(`/patterns/${patternId}/withdraw`).expect(200);
    await hide(patternId).expect(200);
    await hide(patternId).expect(200);
    expect((await restore(patternId)).body.data.status).toBe('withdrawn');
    expect(await listDecisions(patternId)).toEqual(['dismissed', 'hidden', 'restored', 'hidden', 'restored']);

    const entries = await shop.sql.rows(
      'select action, actor_id from audit_entries where user_id = $1 order by occurred_at, id',
      [seller.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'catalogue.pattern-hidden',
      'catalogue.pattern-restored',
      'catalogue.pattern-hidden',
      'catalogue.pattern-restored',
    ]);
    expect(entries[0]!.actor_id).toBe(moderator.id);
  });

  it('returns 404 when a moderator hides a draft', async () => {
    expect((await hide(await aDraft(shop, seller))).status).toBe(404);
  });

  it('refunds an order that is paid after the pattern was hidden, and delivers no files', async () => {
    const [id, freePatternId] = [await onSale(shop, seller), await onSale(shop, seller, { price: 0 })];
    const { client_secret: secret, purchase_id: purchaseId } = (await startPayment(shop, visitor, id)).body.data;
    await hide(id).expect(200);
    await confirmCard(shop, secret);
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
    expect(await accessOf(shop, visitor, purchaseId)).toMatchObject({
      status: 'refunded',
      canDownload: false,
      files: [],
    });
    expect(await shop.sql.rows('select from copies where purchase_id = $1', [purchaseId])).toEqual([]);
    expect(await shop.sql.rows('select from invoices where purchase_id = $1', [purchaseId])).toEqual([]);
    const mails = (await shop.mails()).filter(({ text }) => text?.includes('aus dem Verkauf genommen'));
    expect(mails.map(({ to }) => to[0]!.address)).toEqual([visitor.email]);

    await shop.sql.rows(`update patterns set status = 'hidden' where id = $1`, [freePatternId]);
    const [freePurchase] = await shop.sql.rows<{ id: string }>(
      `insert into purchases (id, order_number, pattern_id, buyer_id, buyer_email, buyer_email_key, locale, amount_cents,
         currency, status, created_at)
       values (gen_random_uuid(), 'PP-GIFT', $1, $2, $3, $3, 'de', 0, 'EUR', 'pending', now()) returning id`,
      [freePatternId, visitor.id, visitor.email],
    );
    await shop.workers!.get(CommandBus).execute(new CompletePurchase(freePurchase!.id, null));
    expect(await accessOf(shop, visitor, freePurchase!.id)).toMatchObject({ status: 'cancelled', canDownload: false });
  });
});
