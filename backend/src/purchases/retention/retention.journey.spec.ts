import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { JobRunner } from '#workers/runtime/job-runner.js';
import { addDocument, type AddedDocument } from '../../../test/support/book-rows.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, buy } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { Files } from '../../platform/storage/files.js';
import { IssueInvoice } from '../invoices/commands/issue-invoice.js';
import { CountDueRecords } from './queries/count-due-records.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  patternId = await aPattern().costing(1290).in(shop);
  buyer = await aBuyer(shop);
  await shop.settles();
});
afterAll(() => shop?.close());

let count = 0;
/** Adds an invoice of 2010, whose retention ended with 2018. */
const addOld = (options: Partial<Parameters<typeof addDocument>[2]> = {}) =>
  addDocument(shop, patternId, {
    number: `RE-2010-${String((count += 1)).padStart(6, '0')}`,
    issuedOn: '2010-05-05',
    deleteAfter: '2018-12-31',
    ...options,
  });
async function deleteDue(): Promise<void> {
  await shop.workers.get(JobRunner).run({ name: 'delete-due-records', data: {} });
  await shop.settles();
}
const countInvoices = async ({ purchaseId }: AddedDocument) =>
  (await shop.sql.rows('select 1 from invoices where purchase_id = $1', [purchaseId])).length;
const readPurchase = ({ purchaseId }: AddedDocument) =>
  shop.sql.row(
    `select buyer_email as email, payment_intent_id as payment, card_country as card, records_ended_at is not null as ended
     from purchases where id = $1`,
    [purchaseId],
  );

describe('at the end of the retention', () => {
  it('an invoice is deleted with its PDF, the data of a guest too, and the deletion is in the audit log', async () => {
    const guest = await addOld();
    const cancellation = await addOld({ cancels: guest });
    const files = shop.workers.get(Files);
    const key = `invoices/${guest.id}.pdf`;
    await files.put(key, Buffer.from('%PDF-1.7'), 'application/pdf');
    await shop.sql.rows('update invoices set object_key = $2 where id = $1', [guest.id, key]);
    expect(await shop.workers.get(QueryBus).execute(new CountDueRecords())).toEqual([
      { kind: 'invoices', year: 2010, count: 2 },
      { kind: 'purchases', year: 2010, count: 1 },
    ]);
    await deleteDue();
    expect([await countInvoices(guest), await countInvoices(cancellation), await files.head(key)]).toEqual([
      0,
      0,
      null,
    ]);
    expect(await readPurchase(guest)).toEqual({
      email: `erased-${guest.purchaseId}@erased.invalid`,
      payment: null,
      card: null,
      ended: true,
    });
    expect(
      await shop.sql.row(`select by_operator, details from audit_entries where action = 'operations.retention-ended'`),
    ).toEqual({ by_operator: false, details: { invoices: 2, purchases: 1, withdrawals: 0 } });
    expect(await shop.workers.get(QueryBus).execute(new CountDueRecords())).toEqual([]);
  });

  it('the data of an account stay, no invoice is issued again, and the buyer sees an empty list of invoices', async () => {
    const owned = await addOld({ buyerId: buyer.id });
    await deleteDue();
    expect(await countInvoices(owned)).toBe(0);
    expect(await readPurchase(owned)).toMatchObject({ payment: expect.any(String), card: 'DE', ended: true });
    await shop.workers.get(CommandBus).execute(new IssueInvoice(owned.purchaseId));
    const { body } = await as(shop, buyer).get(`/api/users/purchases/${owned.purchaseId}/invoice`).expect(200);
    expect([body.data.invoices, await countInvoices(owned)]).toEqual([[], 0]);
  });

  it('the address of a free order of a guest is removed after six years', async () => {
    const [due, young] = await Promise.all([addOld(), addOld()]);
    const ids = [due.purchaseId, young.purchaseId];
    await shop.owner.rows('delete from invoices where purchase_id = any($1::uuid[])', [ids]);
    const setPaidAt = (id: string, shift: string) =>
      shop.sql.rows(
        `update purchases set amount_cents = 0, paid_at = date_trunc('year', now(), 'Europe/Berlin') - interval '6 years'
           + $2::interval where id = $1`,
        [id, shift],
      );
    await setPaidAt(due.purchaseId, '-1 second');
    await setPaidAt(young.purchaseId, '1 second');
    await deleteDue();
    expect([(await readPurchase(due))?.ended, (await readPurchase(young))?.ended]).toEqual([true, false]);
  });
});

describe('an invoice is kept', () => {
  it('until the last of its purchase’s documents is due', async () => {
    const invoice = await addOld();
    await addOld({ corrects: invoice, grossCents: 100 });
    await addOld({ corrects: invoice, grossCents: 200, deleteAfter: '2099-12-31' });
    await deleteDue();
    expect(await countInvoices(invoice)).toBe(3);
  });

  it.each([
    ['a dispute is open', `update purchases set dispute_state = 'open' where id = $1`],
    [
      'a refund is on its way',
      `insert into refund_requests (purchase_id, cause, requested_at) values ($1, 'admin', now())`,
    ],
    [
      'a partial refund is on its way',
      `insert into refund_requests (purchase_id, cause, requested_at, amount_cents) values ($1, 'admin', now(), 100)`,
    ],
    [
      'a withdrawal is undecided',
      `insert into withdrawals (id, reference, name, email, email_key, contract, locale, text_version, purchase_ids, outcome,
         received_at, receipt_left_out, proven)
       values (gen_random_uuid(), $1::text, '', '', '', '', 'de', '1', array[$1::uuid], 'review', '2010-06-01', false, false)`,
    ],
  ])('while %s', async (_, statement) => {
    const invoice = await addOld();
    await shop.sql.rows(statement, [invoice.purchaseId]);
    await deleteDue();
    expect([await countInvoices(invoice), (await readPurchase(invoice))?.ended]).toEqual([1, false]);
  });

  it('for ten years after the year of the supply when it has the VAT of another country, otherwise for eight', async () => {
    const [abroad, home, outside] = [
      await buy(shop, await aBuyer(shop), patternId, { country: 'AT' }),
      await buy(shop, await aBuyer(shop), patternId),
      await buy(shop, await aBuyer(shop), patternId, { country: 'NO' }),
    ];
    await until('the invoices are issued', async () => {
      const rows = await shop.sql.rows('select 1 from invoices where purchase_id = any($1::uuid[])', [
        [abroad, home, outside],
      ]);
      return rows.length === 3;
    });
    const years = async (id: string) =>
      (await shop.sql.row<{ years: number }>(
        `select (extract(year from delete_after) - extract(year from supplied_on))::int as years from invoices
         where purchase_id = $1`,
        [id],
      ))!.years;
    expect([await years(abroad), await years(home), await years(outside)]).toEqual([10, 8, 8]);
  });

  it('by the database, which refuses a deletion before the end of the retention', async () => {
    const invoice = await addOld({ deleteAfter: '2099-12-31' });
    await expect(shop.sql.rows('delete from invoices where id = $1', [invoice.id])).rejects.toThrow(
      'has to be kept until',
    );
  });
});
