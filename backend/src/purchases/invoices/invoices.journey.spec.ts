import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { IssueInvoice } from './commands/issue-invoice.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, confirmCard, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';
import { textOf as sourceOf } from '../../../test/support/source-files.js';

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
async function bought(body: object = {}, who: TestBuyer | null = buyer): Promise<string> {
  const started = (await startPayment(shop, who, patternId, body)).body.data;
  await confirmCard(shop, started.client_secret);
  await until('it is paid', () =>
    shop.sql.row(`select 1 from purchases where id = $1 and status = 'paid'`, [started.purchase_id]),
  );
  await shop.settles();
  return started.purchase_id;
}
const linksOf = async (purchaseId: string, who = buyer) =>
  (await as(shop, who).get(`/api/users/purchases/${purchaseId}/invoice`)).body.data.invoices as Link[];
const stored = (purchaseId: string) =>
  shop.sql.rows(
    `select id, number, kind, net_cents as net, vat_cents as vat, gross_cents as gross, vat_rate as rate, country
     from invoices where purchase_id = $1 order by number`,
    [purchaseId],
  );
async function textOf(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const data = new Uint8Array(await answer.arrayBuffer());
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('\n')
    .replaceAll('\u00a0', ' ');
}
const serial = (number: string) => Number(/^RE-\d{4}-(\d{6})$/.exec(number)![1]);

describe('an invoice', () => {
  it('is written for what was paid, with the VAT of the buyer’s country', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const id = await bought({ country: 'at' });
    const [link, ...more] = await linksOf(id);
    expect(more).toEqual([]);
    expect(link).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^RE-20\d\d-\d{6}$/) });
    expect(await stored(id)).toMatchObject([{ country: 'AT', net: 1075, vat: 215, gross: 1290, rate: '20.00' }]);
    const { orderNumber } = await accessOf(shop, buyer, id);
    const text = await textOf(link!.downloadUrl);
    for (const said of [link!.number, orderNumber, 'Mantel Mathilda', 'Käthe Käufer', buyer.email, 'Österreich'])
      expect(text).toContain(said);
    for (const said of ['Rechnung', '10,75 €', 'Umsatzsteuer 20 %', '2,15 €', '12,90 €', 'DE123456789', 'Nadelgasse 7'])
      expect(text).toContain(said);
    const evidence = await shop.sql.row(
      `select country, declared_country as said, card_country as card from purchases where id = $1`,
      [id],
    );
    expect(evidence).toEqual({ country: 'AT', said: 'AT', card: 'US' });
    const contradiction = { purchaseId: id, declaredCountry: 'AT', cardCountry: 'US' };
    expect(warned).toHaveBeenCalledWith(contradiction, 'card country differs from the declared country');
    warned.mockRestore();
  });

  it('takes a buyer who says nothing to live in Germany, and refuses what is no country', async () => {
    const id = await bought();
    expect(await stored(id)).toMatchObject([{ country: 'DE', net: 1084, vat: 206, gross: 1290, rate: '19.00' }]);
    const odd = await startPayment(shop, await aBuyer(shop), patternId, { country: 'XX' });
    expect(odd).toMatchObject({ status: 400, body: { error: { details: [{ field: 'country' }] } } });
  });

  it('speaks of VAT in the checkout for the countries that have a rate, and for no others', async () => {
    const [, said] = /const taxed = '([A-Z ]+)'/.exec(sourceOf('storefront/src/features/checkout/countries.ts'))!;
    const rated = await shop.sql.rows<{ country: string }>(`select distinct country from vat_rates order by country`);
    expect(said!.split(' ')).toEqual(rated.map(({ country }) => country));
  });

  it('has the rate that was valid on the day, and none for countries the shop owes no VAT in', async () => {
    await shop.owner.rows(`update vat_rates set valid_to = current_date - 1 where country = 'FI'`);
    await shop.owner.rows(`insert into vat_rates (country, rate, valid_from) values ('FI', 24, current_date)`);
    expect(await stored(await bought({ country: 'FI' }))).toMatchObject([{ rate: '24.00', vat: 250, net: 1040 }]);
    buyer = await aBuyer(shop);
    expect(await stored(await bought({ country: 'NO' }))).toMatchObject([{ rate: '0.00', vat: 0, net: 1290 }]);
  });

  it('waits for a person when a country of the Union has no rate for that day, and is never without VAT', async () => {
    await shop.owner.rows(`update vat_rates set valid_to = current_date - 2 where country = 'SE'`);
    const started = (await startPayment(shop, buyer, patternId, { country: 'SE' })).body.data;
    await confirmCard(shop, started.client_secret);
    await delivered(shop, buyer, started.purchase_id);
    await expect(shop.api.get(CommandBus).execute(new IssueInvoice(started.purchase_id))).rejects.toThrow(
      'no VAT rate',
    );
    expect(await stored(started.purchase_id)).toEqual([]);
    await shop.owner.rows(`update vat_rates set valid_to = null where country = 'SE'`);
    await shop.api.get(CommandBus).execute(new IssueInvoice(started.purchase_id));
    expect(await stored(started.purchase_id)).toMatchObject([{ rate: '25.00' }]);
  });

  it('is the buyer’s alone, and there is none for what was free or is not paid', async () => {
    const id = await bought();
    const path = `/api/users/purchases/${id}/invoice`;
    const stranger = await aBuyer(shop);
    expect(await as(shop, stranger).get(path)).toMatchObject({ status: 404, body: { code: 'DOWNLOAD_NOT_FOUND' } });
    expect((await shop.http.get(path)).status).toBe(401);
    const open = (await startPayment(shop, stranger, patternId)).body.data.purchase_id;
    expect(await linksOf(open, stranger)).toEqual([]);
    const free = await aPattern().costing(0).in(shop);
    await shop.settles();
    const gift = (await startPayment(shop, buyer, free)).body.data.purchase_id;
    await shop.settles();
    expect(await linksOf(gift)).toEqual([]);
  });

  it('that is still being written is said to be on its way', async () => {
    const id = await bought();
    await shop.owner.rows(`alter table invoices disable trigger invoices_kept`);
    await shop.owner.rows(`update invoices set object_key = null where purchase_id = $1`, [id]);
    await shop.owner.rows(`alter table invoices enable trigger invoices_kept`);
    const answer = await as(shop, buyer).get(`/api/users/purchases/${id}/invoice`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVOICE_NOT_READY' } });
    expect(answer.headers['retry-after']).toBe('2');
  });

  it('is taken back by a second document when the money goes back', async () => {
    const id = await bought({ country: 'FR', locale: 'en' });
    await as(shop, admin).post(`/api/admin/purchases/${id}/refund`, {});
    await until('it is refunded', async () => (await accessOf(shop, buyer, id)).status === 'refunded');
    await shop.settles();
    const [invoice, cancellation] = await linksOf(id);
    expect([invoice, cancellation]).toMatchObject([{ kind: 'invoice' }, { kind: 'cancellation' }]);
    expect(await stored(id)).toMatchObject([
      { net: 1075, vat: 215, gross: 1290 },
      { net: -1075, vat: -215, gross: -1290, rate: '20.00' },
    ]);
    const text = await textOf(cancellation!.downloadUrl);
    for (const said of ['Cancellation invoice', cancellation!.number, invoice!.number, 'Coat Mathilda', '-12,90 €'])
      expect(text).toContain(said);
  });

  it('cannot be changed, nor deleted before its time', async () => {
    const id = await bought();
    const change = (sql: string) => shop.owner.rows(`${sql} where purchase_id = $1`, [id]);
    await expect(change('update invoices set buyer_email = buyer_email || $1::text')).rejects.toThrow('never changed');
    await expect(change('update invoices set object_key = null')).rejects.toThrow('never changed');
    await expect(change('delete from invoices')).rejects.toThrow('has to be kept until');
    const time = await shop.sql.row<{ kept: string }>(
      `select to_char(delete_after, 'MM-DD') || ' ' || extract(year from delete_after) - extract(year from issued_at) as kept
       from invoices where purchase_id = $1`,
      [id],
    );
    expect(time!.kept).toBe('12-31 8');
  });
});

describe('the numbers of invoices', () => {
  it('follow one another without a gap, however many are issued at once and whatever is rolled back', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aBuyer(shop)));
    // Every third insert fails after it has taken its number.
    await shop.owner.rows(`create sequence stumbles`);
    await shop.owner.rows(`create function stumble() returns trigger language plpgsql as $$
      begin
        if nextval('stumbles') % 3 = 0 then raise exception 'stumbled'; end if;
        return new;
      end $$`);
    await shop.owner.rows(`create trigger stumbling after insert on invoices for each row execute function stumble()`);
    const ids = await Promise.all(
      buyers.map(async (one) => {
        const started = (await startPayment(shop, one, patternId)).body.data;
        await confirmCard(shop, started.client_secret);
        return started.purchase_id as string;
      }),
    );
    await Promise.all(buyers.map((one, n) => delivered(shop, one, ids[n]!)));
    const again = () =>
      Promise.all(
        ids.map((id) =>
          shop.api
            .get(CommandBus)
            .execute(new IssueInvoice(id))
            .catch(() => null),
        ),
      );
    await Promise.all([again(), again()]);
    await shop.owner.rows(`drop trigger stumbling on invoices`);
    await Promise.all([again(), again()]);
    await shop.settles();
    const rows = await shop.sql.rows<{ number: string }>(`select number from invoices order by number`);
    expect(rows.map(({ number }) => serial(number))).toEqual(rows.map((_, n) => n + 1));
    const mine = await shop.sql.rows(`select purchase_id from invoices where purchase_id = any($1)`, [ids]);
    expect(mine).toHaveLength(12);
  });
});

describe('what was agreed before paying', () => {
  const agreed = (id: string) =>
    shop.sql.row(`select buyer_email as email, consent is not null as consent, country from purchases where id = $1`, [
      id,
    ]);

  it('is what the buyer was last shown', async () => {
    const first = (await startPayment(shop, buyer, patternId, { consent: false, country: 'DE' })).body.data;
    await startPayment(shop, buyer, patternId, { consent: true, country: 'NL', buyer_email: 'neu@example.com' });
    await confirmCard(shop, first.client_secret);
    await delivered(shop, buyer, first.purchase_id);
    expect(await agreed(first.purchase_id)).toEqual({ email: 'neu@example.com', consent: true, country: 'NL' });
  });

  it('stands once the card was charged, whatever another tab says before the payment is reported', async () => {
    shop.stripe.control.holdWebhooks();
    const first = (await startPayment(shop, buyer, patternId, { consent: true, country: 'IT' })).body.data;
    await confirmCard(shop, first.client_secret);
    const late = await startPayment(shop, buyer, patternId, {
      consent: false,
      country: 'HU',
      buyer_email: 'x@example.com',
    });
    shop.stripe.control.releaseWebhooks();
    expect(late).toMatchObject({ status: 409, body: { code: 'ALREADY_OWNED' } });
    expect(await agreed(first.purchase_id)).toEqual({ email: buyer.email, consent: true, country: 'IT' });
  });

  it('includes the files in their newest version, also one that came since, and another one for one that was withdrawn', async () => {
    const own = await aPattern().costing(700).in(shop);
    await shop.settles();
    const filesOf = async (id: string) =>
      (await shop.sql.rows<{ file: string }>(`select file_id as file from copies where purchase_id = $1`, [id])).map(
        ({ file }) => file,
      );
    const old = (await shop.sql.row<{ id: string }>(`select id from pattern_files where pattern_id = $1`, [own]))!.id;
    const other = await aBuyer(shop);
    const [mine, theirs] = [
      (await startPayment(shop, buyer, own)).body.data,
      (await startPayment(shop, other, own)).body.data,
    ];
    const fresh = await shop.sql.row<{ id: string }>(
      `with f as (insert into pattern_files
         select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'version', 2))).*
         from pattern_files f where f.id = $1 returning id)
       , p as (insert into master_plans select f.id, m.plan from f, master_plans m where m.file_id = $1)
       select id from f`,
      [old],
    );
    await confirmCard(shop, mine.client_secret);
    await delivered(shop, buyer, mine.purchase_id);
    expect(await filesOf(mine.purchase_id)).toEqual([fresh!.id]);
    await shop.sql.rows(`update pattern_files set state = 'refused' where id = $1`, [fresh!.id]);
    await confirmCard(shop, theirs.client_secret);
    await delivered(shop, other, theirs.purchase_id);
    expect(await filesOf(theirs.purchase_id)).toEqual([old]);
  });
});
