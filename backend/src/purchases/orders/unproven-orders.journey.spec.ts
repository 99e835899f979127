import { QueryBus } from '@nestjs/cqrs';
import { GetShopFigures } from '../../insights/queries/get-shop-figures.js';
import { GetNewVersionMail } from '../downloads/queries/get-new-version-mail.js';
import { SendReceipt } from '#workers/purchases/send-receipt.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { fetchExport, requestExport } from '../../../test/support/export.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, delivered, startPayment } from '../../../test/support/pay.js';

/** The maximum number of unproven mails per mailbox and day (limits-rules.ts). */
const MAIL_LIMIT = 5;
const LURE = 'Ihr Konto ist gesperrt: https://evil.example/login';

let shop: OpenShop;
let owner: TestBuyer;
let count = 0;
beforeAll(async () => {
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1' } });
  owner = await aBuyer(shop);
});
afterAll(() => shop?.close());

const newAddress = () => `opfer${(count += 1)}+komm-zu-evil@example.com`;
const mailsTo = async (email: string) => (await shop.mails()).filter(({ to }) => to[0]!.address === email);
/** Reaches the daily limit of the mailbox. */
async function exhaustMailbox(email: string): Promise<void> {
  for (let n = 0; n < MAIL_LIMIT; n += 1)
    await shop.http
      .post('/api/newsletter/subscribe')
      .set('x-forwarded-for', unusedIp())
      .send({ email: email.replace('@', `${n}@`) })
      .expect(202);
}
const order = async (buyer: TestBuyer | null, patternId: string, buyer_email: string) =>
  (await startPayment(shop, buyer, patternId, { buyer_email }).set('x-forwarded-for', unusedIp()).expect(201)).body.data
    .purchase_id as string;

describe('a free order of a signed-in buyer to an address that the buyer has not proven', () => {
  it('does not show whether the mailbox has reached its limit of mails', async () => {
    const patternId = await aPattern().costing(0).in(shop);
    const views = [];
    for (const isExhausted of [false, true]) {
      const [buyer, email] = [await aBuyer(shop), newAddress()];
      if (isExhausted) await exhaustMailbox(email);
      const id = await order(buyer, patternId, email);
      await shop.settles();
      expect(await mailsTo(email)).toHaveLength(isExhausted ? 0 : 1);
      const { receiptSentAt, copyState, canDownload } = await delivered(shop, buyer, id);
      const { files } = await fetchExport(shop, buyer, await requestExport(shop, buyer));
      const [exported] = JSON.parse(files.get('data.json')!.toString()).purchases;
      views.push({ receiptSentAt, copyState, canDownload, exported: exported.receipt_sent_at });
    }
    const view = { receiptSentAt: null, copyState: 'ready', canDownload: true, exported: null };
    expect(views).toEqual([view, view]);
  });

  it('is delivered without waiting for the mail, because the wait would show that a mail is sent', async () => {
    const buyer = await aBuyer(shop);
    const id = await order(buyer, await aPattern().costing(0).in(shop), newAddress());
    await shop.settles();
    await shop.sql.rows(`update purchases set receipt_sent_at = null, paid_at = now() where id = $1`, [id]);
    expect(await accessOf(shop, buyer, id)).toMatchObject({ copyState: 'ready', canDownload: true });
  });

  it('is confirmed without texts that the buyer or the designer has chosen', async () => {
    const [buyer, email] = [await aBuyer(shop), newAddress()];
    await order(buyer, await aPattern().titled(LURE).costing(0).in(shop), email);
    await shop.settles();
    expect(findChosenTexts(await mailsTo(email))).toEqual([PLAIN]);
  });
});

describe('a free order of a guest', () => {
  it('is confirmed without chosen texts, also when an account has claimed the order before the mail is sent', async () => {
    const email = newAddress();
    const id = await order(null, await aPattern().titled(LURE).costing(0).in(shop), email);
    await shop.settles();
    await shop.sql.rows('update purchases set buyer_id = $2, receipt_sent_at = null where id = $1', [id, owner.id]);
    const context = { executionId: 'after-the-claim', signal: AbortSignal.timeout(60_000) };
    await shop.workers.get(SendReceipt).run({ purchaseId: id }, context);
    expect(findChosenTexts(await mailsTo(email))).toEqual([PLAIN, PLAIN]);
  });
});

describe('a free order of a guest to the address of an account with a proven mailbox', () => {
  it('causes no mail about a new version, because the designer chooses its text', async () => {
    const patternId = await aPattern().titled(LURE).costing(0).in(shop);
    await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [owner.id]);
    await shop.settles();
    const id = await order(null, patternId, owner.email);
    await shop.settles();
    expect(await accessOf(shop, owner, id)).toMatchObject({ copyState: 'ready' });
    const [file] = await shop.sql.rows<{ id: string }>(
      `update pattern_files set changelog = $2 where pattern_id = $1 returning id`,
      [patternId, LURE],
    );
    expect(await shop.workers.get(QueryBus).execute(new GetNewVersionMail(id, file!.id))).toBeNull();
  });
});

describe('the number of customers on the home page', () => {
  it('does not show whether an address has ordered a free pattern', async () => {
    const patternId = await aPattern().costing(0).in(shop);
    const countCustomers = async () => (await shop.api.get(QueryBus).execute(new GetShopFigures())).customers;
    const before = await countCustomers();
    await order(null, patternId, newAddress());
    await shop.settles();
    expect(await countCustomers()).toBe(before);
  });
});

/** What a mail without chosen texts contains in each of these places. */
const PLAIN = { subject: expect.stringMatching(/^(Deine Bestellung|Your order) PP-\d{4}-\d{6}$/), chosen: null };
const findChosenTexts = (mails: Awaited<ReturnType<typeof mailsTo>>) =>
  mails.map(({ subject, text, html }) => ({ subject, chosen: /evil|Nähwerk/.exec(`${text} ${String(html)}`) }));
