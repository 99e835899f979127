import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { IssueInvoice } from './commands/issue-invoice.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

let shop: OpenShop;
let patternId: string;
let buyer: TestBuyer;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({
    workers: true,
    env: { SELLER_VAT_ID: 'DE123456789', SELLER_ADDRESS: 'Nadelgasse 7, Berlin' },
  });
  patternId = await aPattern().titled('Mantel Mathilda', 'Coat Mathilda').costing(1290).in(shop);
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
  await shop.settles();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

interface Link {
  number: string;
  kind: string;
  issuedAt: string;
  downloadUrl: string;
}
async function buyAndSettle(body: object = {}): Promise<string> {
  const started = (await startPayment(shop, buyer, patternId, body)).body.data;
  await confirmCard(shop, started.client_secret);
  await until('the purchase is paid', () =>
    shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [started.purchase_id]),
  );
  await shop.settles();
  return started.purchase_id;
}
const listInvoiceLinks = async (purchaseId: string, who = buyer) =>
  (await as(shop, who).get(`/api/users/purchases/${purchaseId}/invoice`)).body.data.invoices as Link[];
const readInvoices = (purchaseId: string) =>
  shop.sql.rows(
    `select id, number, kind, net_cents as net, vat_cents as vat, gross_cents as gross, vat_rate as rate, country
     from invoices where purchase_id = $1 order by number`,
    [purchaseId],
  );
async function readPdfText(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const data = new Uint8Array(await response.arrayBuffer());
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}
const invoiceSerial = (number: string) => Number(/^RE-\d{4}-(\d{6})$/.exec(number)![1]);

describe('invoice', () => {
  it('contains the paid amount and the VAT of the buyer’s country', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const id = await buyAndSettle({ country: 'at' });
    const [link, ...more] = await listInvoiceLinks(id);
    expect(more).toEqual([]);
    expect(link).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^RE-20\d\d-\d{6}$/) });
    expect(await readInvoices(id)).toMatchObject([{ country: 'AT', net: 1075, vat: 215, gross: 1290, rate: '20.00' }]);
    const { orderNumber } = await accessOf(shop, buyer, id);
    const text = await readPdfText(link!.downloadUrl);
    for (const phrase of [link!.number, orderNumber, 'Mantel Mathilda', 'Käthe Käufer', buyer.email, 'Österreich'])
      expect(text).toContain(phrase);
    for (const phrase of [
      'Rechnung',
      '10,75 €',
      'Umsatzsteuer 20 %',
      '2,15 €',
      '12,90 €',
      'DE123456789',
      'Nadelgasse 7',
    ])
      expect(text).toContain(phrase);
    const evidence = await shop.sql.row(
      `select country, declared_country as declared, card_country as card from purchases where id = $1`,
      [id],
    );
    expect(evidence).toEqual({ country: 'AT', declared: 'AT', card: 'DE' });
    const fields = { purchaseId: id, declaredCountry: 'AT', cardCountry: 'DE' };
    expect(warn).toHaveBeenCalledWith(fields, 'card country differs from the declared country');
    warn.mockRestore();
  });

  it('contains German VAT for a buyer in Germany; the checkout refuses an unknown country', async () => {
    const id = await buyAndSettle();
    expect(await readInvoices(id)).toMatchObject([{ country: 'DE', net: 1084, vat: 206, gross: 1290, rate: '19.00' }]);
    const unknownCountry = await startPayment(shop, await aBuyer(shop), patternId, { country: 'XX' });
    expect(unknownCountry).toMatchObject({ status: 400, body: { error: { details: [{ field: 'country' }] } } });
  });

  it('has the VAT rate of the day of supply, and the rate 0 for a buyer outside the EU', async () => {
    await shop.owner.rows(`update vat_rates set valid_to = current_date - 1 where country = 'FI'`);
    await shop.owner.rows(`insert into vat_rates (country, rate, valid_from) values ('FI', 24, current_date)`);
    expect(await readInvoices(await buyAndSettle({ country: 'FI' }))).toMatchObject([
      { rate: '24.00', vat: 250, net: 1040 },
    ]);
    buyer = await aBuyer(shop);
    expect(await readInvoices(await buyAndSettle({ country: 'NO' }))).toMatchObject([
      { rate: '0.00', vat: 0, net: 1290 },
    ]);
  });

  it('is issued later when its VAT rate is missing on the day of supply; a missing rate stops new sales', async () => {
    const started = (await startPayment(shop, buyer, patternId, { country: 'SE' })).body.data;
    await shop.owner.rows(`update vat_rates set valid_to = current_date - 2 where country = 'SE'`);
    await confirmCard(shop, started.client_secret);
    await delivered(shop, buyer, started.purchase_id);
    await expect(shop.api.get(CommandBus).execute(new IssueInvoice(started.purchase_id))).rejects.toThrow(
      'no VAT rate',
    );
    expect(await readInvoices(started.purchase_id)).toEqual([]);
    const other = await startPayment(shop, await aBuyer(shop), patternId, { country: 'SE' });
    expect([other.status, other.body.code]).toEqual([409, 'VAT_RATE_MISSING']);
    await shop.owner.rows(`update vat_rates set valid_to = null where country = 'SE'`);
    await shop.api.get(CommandBus).execute(new IssueInvoice(started.purchase_id));
    expect(await readInvoices(started.purchase_id)).toMatchObject([{ rate: '25.00' }]);
  });

  it('is shown only to the buyer; a free or unpaid purchase has no invoice', async () => {
    const id = await buyAndSettle();
    const path = `/api/users/purchases/${id}/invoice`;
    const otherUser = await aBuyer(shop);
    expect(await as(shop, otherUser).get(path)).toMatchObject({ status: 404, body: { code: 'DOWNLOAD_NOT_FOUND' } });
    expect((await shop.http.get(path)).status).toBe(401);
    const unpaidOrder = (await startPayment(shop, otherUser, patternId)).body.data.purchase_id;
    expect(await listInvoiceLinks(unpaidOrder, otherUser)).toEqual([]);
    const freePattern = await aPattern().costing(0).in(shop);
    await shop.settles();
    const freeOrder = (await startPayment(shop, buyer, freePattern)).body.data.purchase_id;
    await shop.settles();
    expect(await listInvoiceLinks(freeOrder)).toEqual([]);
  });

  it('is refused with INVOICE_NOT_READY until its PDF is written', async () => {
    const id = await buyAndSettle();
    await shop.owner.rows(`alter table invoices disable trigger invoices_kept`);
    await shop.owner.rows(`update invoices set object_key = null where purchase_id = $1`, [id]);
    await shop.owner.rows(`alter table invoices enable trigger invoices_kept`);
    const response = await as(shop, buyer).get(`/api/users/purchases/${id}/invoice`);
    expect(response).toMatchObject({ status: 409, body: { code: 'INVOICE_NOT_READY' } });
    expect(response.headers['retry-after']).toBe('2');
  });

  it('is cancelled by a second document after a refund', async () => {
    const id = await buyAndSettle({ country: 'FR', locale: 'en' });
    await as(shop, admin).post(`/api/admin/purchases/${id}/refund`, {});
    await until('the purchase is refunded', async () => (await accessOf(shop, buyer, id)).status === 'refunded');
    await shop.settles();
    const [invoice, cancellation] = await listInvoiceLinks(id);
    expect([invoice, cancellation]).toMatchObject([{ kind: 'invoice' }, { kind: 'cancellation' }]);
    expect(await readInvoices(id)).toMatchObject([
      { net: 1075, vat: 215, gross: 1290 },
      { net: -1075, vat: -215, gross: -1290, rate: '20.00' },
    ]);
    const text = await readPdfText(cancellation!.downloadUrl);
    for (const phrase of ['Cancellation invoice', cancellation!.number, invoice!.number, 'Coat Mathilda', '–12,90 €'])
      expect(text).toContain(phrase);
  });

  it('cannot be changed, and cannot be deleted before its retention ends', async () => {
    const id = await buyAndSettle();
    const changeInvoice = (sql: string) => shop.owner.rows(`${sql} where purchase_id = $1`, [id]);
    await expect(changeInvoice('update invoices set buyer_email = buyer_email || $1::text')).rejects.toThrow(
      'never changed',
    );
    await expect(changeInvoice('update invoices set object_key = null')).rejects.toThrow('never changed');
    await expect(changeInvoice('delete from invoices')).rejects.toThrow('has to be kept until');
    const retention = await shop.sql.row<{ kept: string }>(
      `select to_char(delete_after, 'MM-DD') || ' ' || extract(year from delete_after) - extract(year from issued_at) as kept
       from invoices where purchase_id = $1`,
      [id],
    );
    expect(retention!.kept).toBe('12-31 8');
  });
});

describe('invoice numbers', () => {
  it('have no gaps when invoices are issued concurrently and some transactions are rolled back', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aBuyer(shop)));
    // Every third insert fails after it has drawn its number.
    await shop.owner.rows(`create sequence insert_attempts`);
    await shop.owner.rows(`create function fail_every_third_insert() returns trigger language plpgsql as $$
      begin
        if nextval('insert_attempts') % 3 = 0 then raise exception 'refused by the test'; end if;
        return new;
      end $$`);
    await shop.owner.rows(
      `create trigger failing_inserts after insert on invoices for each row execute function fail_every_third_insert()`,
    );
    const ids = await Promise.all(
      buyers.map(async (concurrentBuyer) => {
        const started = (await startPayment(shop, concurrentBuyer, patternId)).body.data;
        await confirmCard(shop, started.client_secret);
        return started.purchase_id as string;
      }),
    );
    await Promise.all(buyers.map((concurrentBuyer, n) => delivered(shop, concurrentBuyer, ids[n]!)));
    const issueAll = () =>
      Promise.all(
        ids.map((id) =>
          shop.api
            .get(CommandBus)
            .execute(new IssueInvoice(id))
            .catch(() => null),
        ),
      );
    await Promise.all([issueAll(), issueAll()]);
    await shop.owner.rows(`drop trigger failing_inserts on invoices`);
    await Promise.all([issueAll(), issueAll()]);
    await shop.settles();
    const rows = await shop.sql.rows<{ number: string }>(`select number from invoices order by number`);
    expect(rows.map(({ number }) => invoiceSerial(number))).toEqual(rows.map((_, n) => n + 1));
    const issued = await shop.sql.rows(`select purchase_id from invoices where purchase_id = any($1)`, [ids]);
    expect(issued).toHaveLength(12);
  });
});

describe('terms of an order', () => {
  const readTerms = (id: string) =>
    shop.sql.row(`select buyer_email as email, consent is not null as consent, country from purchases where id = $1`, [
      id,
    ]);

  it('are the terms that the buyer stated last', async () => {
    const first = (await startPayment(shop, buyer, patternId, { consent: false, country: 'DE' })).body.data;
    await startPayment(shop, buyer, patternId, { consent: true, country: 'NL', buyer_email: 'neu@example.com' });
    await confirmCard(shop, first.client_secret);
    await delivered(shop, buyer, first.purchase_id);
    expect(await readTerms(first.purchase_id)).toEqual({ email: 'neu@example.com', consent: true, country: 'NL' });
  });

  it('do not change after the charge, even if another tab states other terms before the webhook arrives', async () => {
    shop.stripe.control.holdWebhooks();
    const first = (await startPayment(shop, buyer, patternId, { consent: true, country: 'IT' })).body.data;
    await confirmCard(shop, first.client_secret);
    const changed = await startPayment(shop, buyer, patternId, {
      consent: false,
      country: 'HU',
      buyer_email: 'x@example.com',
    });
    shop.stripe.control.releaseWebhooks();
    expect(changed).toMatchObject({ status: 409, body: { code: 'ALREADY_OWNED' } });
    expect(await readTerms(first.purchase_id)).toEqual({ email: buyer.email, consent: true, country: 'IT' });
  });

  it('include the newest file version that is not refused, even if the designer added it after the order', async () => {
    const versionedPattern = await aPattern().costing(700).in(shop);
    await shop.settles();
    const listFileIds = async (id: string) =>
      (await shop.sql.rows<{ file: string }>(`select file_id as file from copies where purchase_id = $1`, [id])).map(
        ({ file }) => file,
      );
    const oldFile = await shop.sql.row<{ id: string }>(`select id from pattern_files where pattern_id = $1`, [
      versionedPattern,
    ]);
    const otherBuyer = await aBuyer(shop);
    const [order, otherOrder] = [
      (await startPayment(shop, buyer, versionedPattern)).body.data,
      (await startPayment(shop, otherBuyer, versionedPattern)).body.data,
    ];
    const newFile = await shop.sql.row<{ id: string }>(
      `with f as (insert into pattern_files
         select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'version', 2))).*
         from pattern_files f where f.id = $1 returning id)
       , p as (insert into master_plans select f.id, m.plan from f, master_plans m where m.file_id = $1)
       select id from f`,
      [oldFile!.id],
    );
    await confirmCard(shop, order.client_secret);
    await delivered(shop, buyer, order.purchase_id);
    expect(await listFileIds(order.purchase_id)).toEqual([newFile!.id]);
    await shop.sql.rows(`update pattern_files set state = 'refused' where id = $1`, [newFile!.id]);
    await confirmCard(shop, otherOrder.client_secret);
    await delivered(shop, otherBuyer, otherOrder.purchase_id);
    expect(await listFileIds(otherOrder.purchase_id)).toEqual([oldFile!.id]);
  });
});
