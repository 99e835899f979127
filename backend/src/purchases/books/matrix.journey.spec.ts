import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { AdminPurchase } from '../orders/admin.contract.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { datevFields } from '../../../test/support/datev-rules.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, startPayment } from '../../../test/support/pay.js';
import * as expected from '../../../test/support/refund-figures.js';
import { until } from '../../../test/support/settles.js';

const { CASES, decimal, documentsOf, PLACES, PRICE, remainders, sumOf } = expected;
type Scheme = 'small-business' | 'domestic' | 'oss';
interface Order {
  place: string;
  what: expected.Case;
  buyer: TestBuyer;
  id: string;
  number: string;
}

const vatOf = (scheme: Scheme, place: string) => (scheme === 'small-business' ? null : PLACES[place]![scheme]);
const noteOf = (scheme: Scheme) => (scheme === 'small-business' ? expected.SMALL : expected.OUTSIDE);

describe.each<Scheme>(['small-business', 'domestic', 'oss'])('refunds and disputes under the scheme %s', (scheme) => {
  let shop: OpenShop;
  let admin: TestBuyer;
  let patternId: string;
  const orders: Order[] = [];

  beforeAll(async () => {
    const datev = { DATEV_CONSULTANT: '12345', DATEV_CLIENT: '678' };
    const env = { TAX_SCHEME: scheme, COUNTRIES: Object.keys(PLACES).join(','), ...datev };
    shop = await openShop({ workers: true, env });
    patternId = await aPattern().costing(PRICE).in(shop);
    admin = await aBuyer(shop);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
    await shop.settles();
  });
  afterAll(() => shop?.close());

  const settles = async () => {
    await shop.stripe.control.webhooksDelivered();
    await shop.settles();
  };
  const paymentOf = (id: string) =>
    shop.stripe.control.payments().find(({ metadata }) => metadata.purchase_id === id)!.id;
  const refund = (id: string, amountCents: number, refundedCents: number) =>
    as(shop, admin)
      .post(`/api/admin/purchases/${id}/refund`, { amountCents, refundedCents, reason: 'Matrix' })
      .expect(200);

  async function order(place: string, what: expected.Case): Promise<Order> {
    const buyer = await aBuyer(shop);
    const id = await buy(shop, buyer, patternId, { country: place, locale: 'de' });
    await until('the order is paid', async () => (await accessOf(shop, buyer, id)).status === 'paid');
    const { orderNumber: number } = await accessOf(shop, buyer, id);
    return { place, what, buyer, id, number };
  }

  async function change({ id, what }: Order): Promise<void> {
    if (what === 'won' || what === 'lost')
      return shop.stripe.control.closeDispute(shop.stripe.control.dispute(paymentOf(id), 500), what);
    let refunded = 0;
    for (const cents of CASES[what]) {
      await refund(id, cents, refunded);
      refunded += cents;
    }
    return undefined;
  }

  const readBook = async (format: string, period: string) => {
    const request = as(shop, admin).get(`/api/admin/books?format=${format}&period=${period}`).buffer(true);
    const response = await request.expect(200).parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    });
    return new TextDecoder(format === 'datev' ? 'windows-1252' : 'utf-8')
      .decode(response.body as Buffer)
      .split('\r\n')
      .slice(0, -1);
  };

  async function readPdf(invoiceId: string): Promise<string> {
    const data = new Uint8Array(await shop.files.get(`invoices/${invoiceId}.pdf`));
    const { items } = await (await (await getDocument({ data, verbosity: 0 }).promise).getPage(1)).getTextContent();
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replace(/\s+/g, ' ');
  }

  /** The lines of the totals in a PDF. */
  function totals({ net, vat, gross }: expected.Figures, label: string, place: string): string {
    const money = (cents: number) => `${decimal(cents).replace('-', '–')} €`;
    const taxed = vatOf(scheme, place);
    const lines = taxed
      ? [`Nettobetrag ${money(net)}`, `Umsatzsteuer ${taxed.percent} % (${taxed.name}) ${money(vat)}`]
      : [];
    return [...lines, `${label} ${money(gross)}`].join(' ');
  }

  async function checkDocuments({ id, place, what }: Order): Promise<void> {
    const figures = documentsOf(CASES[what], vatOf(scheme, place));
    const rows = await shop.sql.rows<expected.Figures & { id: string; kind: string }>(
      `select id, kind, net_cents as net, vat_cents as vat, gross_cents as gross from invoices
       where purchase_id = $1 order by number`,
      [id],
    );
    expect(rows.map(({ kind, net, vat, gross }) => ({ kind, net, vat, gross }))).toEqual(figures);
    const rest = remainders(CASES[what], vatOf(scheme, place));
    for (const [index, row] of rows.entries()) {
      const text = await readPdf(row.id);
      const corrects = row.kind === 'correction';
      expect(text).toContain(totals(figures[index]!, corrects ? 'Erstattet' : 'Gesamtbetrag', place));
      if (corrects) expect(text).toContain(totals(rest[index]!, 'Verbleibender Betrag', place));
      expect(text.includes('§ 17 Abs. 1 UStG')).toBe(corrects && Boolean(vatOf(scheme, place)));
      if (vatOf(scheme, place)) continue;
      expect(text).toContain(noteOf(scheme));
      expect(text).not.toMatch(/Nettobetrag|Umsatzsteuer \d/);
    }
  }

  async function checkMails({ buyer, what }: Order): Promise<void> {
    const mails = (await shop.mails()).filter(
      ({ to, subject }) => to[0]!.address === buyer.email && /rstattung/.test(subject!),
    );
    let total = 0;
    const wanted = CASES[what].map((cents: number) => {
      total += cents;
      if (total === PRICE) return [`Erstattet: ${decimal(cents)}`];
      const [all, rest] = [decimal(total), decimal(PRICE - total)];
      return [
        `Jetzt erstattet: ${decimal(cents)}`,
        `Bisher insgesamt erstattet: ${all}`,
        `Verbleibender Preis: ${rest}`,
      ];
    });
    const found = mails.map(({ text }) =>
      text!.split('\n').flatMap((line) => /^(?:Jetzt|Bisher|Verbl|Erstattet:).*?\d+,\d\d/.exec(line) ?? []),
    );
    expect(found.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual(
      wanted.toSorted((a, b) => a.join().localeCompare(b.join())),
    );
  }

  async function checkAccounts({ id, buyer, place, what, number }: Order): Promise<void> {
    const refundedCents = CASES[what].reduce((sum: number, cents: number) => sum + cents, 0);
    const status = refundedCents === PRICE ? 'refunded' : 'paid';
    const [whole] = remainders([], vatOf(scheme, place));
    const taxed = vatOf(scheme, place);
    expect(await accessOf(shop, buyer, id)).toMatchObject({
      status,
      amountCents: PRICE,
      refundedCents,
      confirmation: { vatCents: taxed && whole!.vat, vatRate: taxed?.percent ?? null, vatCountry: taxed?.name ?? null },
    });
    const { body } = await as(shop, admin).get(`/api/admin/purchases?search=${number}`).expect(200);
    const [view] = body.data.purchases as AdminPurchase[];
    const isDispute = what === 'won' || what === 'lost';
    expect(view).toMatchObject({
      status,
      refundedCents,
      requestedCents: 0,
      dispute: isDispute ? what : null,
      disputeAmountCents: isDispute ? 500 : null,
      disputeFeeCents: isDispute ? 2000 : null,
      refunds: CASES[what].map((cents: number) => ({
        cents,
        state: 'refunded',
        source: isDispute ? 'dispute' : 'admin',
      })),
    });
  }

  it.each(Object.keys(PLACES))(
    'agree in mail, account, documents and administration for a buyer in %s',
    async (place) => {
      const cases = Object.keys(CASES) as expected.Case[];
      const placed = await Promise.all(cases.map((what) => order(place, what)));
      await settles();
      await Promise.all(placed.map(change));
      await settles();
      orders.push(...placed);
      expect(placed.map(({ what }) => what)).toEqual(cases);
      for (const one of placed) {
        await checkDocuments(one);
        await checkMails(one);
        await checkAccounts(one);
      }
    },
  );

  it('agree in the journal and in the file for DATEV', async () => {
    expect(orders).toHaveLength(Object.keys(PLACES).length * Object.keys(CASES).length);
    const year = String(new Date().getFullYear());
    const journal = (await readBook('journal', year)).map((line) => line.split(';'));
    const bookings = (await readBook('datev', year)).slice(2).map(datevFields);
    for (const { number, place, what } of orders) {
      const vat = vatOf(scheme, place);
      const figures = documentsOf(CASES[what], vat);
      const kinds = { invoice: 'Rechnung', cancellation: 'Stornorechnung', correction: 'Rechnungskorrektur' };
      const rate = decimal((vat?.percent ?? 0) * 100);
      expect(
        journal.filter((fields) => fields[4] === number).map((fields) => [fields[1], ...fields.slice(5, 10)]),
      ).toEqual(
        figures.map(({ kind, net, vat: tax, gross }) => [
          kinds[kind as 'invoice'],
          place,
          rate,
          ...[net, tax, gross].map(decimal),
        ]),
      );
      const own = bookings.filter((fields) => fields[13]!.includes(`Bestellung ${number}`));
      const abroad = vat && vat.country !== 'DE';
      expect(own.map((fields) => [fields[0], fields[1], fields[39], fields[40]])).toEqual(
        figures.map(({ gross }) => [
          decimal(Math.abs(gross)),
          gross < 0 ? '"H"' : '"S"',
          abroad ? `"${vat.country}"` : '',
          abroad ? rate : '',
        ]),
      );
      expect(own.map((fields) => fields[13]!.split(' ')[0])).toEqual(
        figures.map(({ kind }) => ({ cancellation: '"Storno', correction: '"Korrektur' })[kind] ?? '"Bestellung'),
      );
    }
  });

  it('agree in the OSS return', async () => {
    const now = new Date();
    const period = `${now.getFullYear()}-Q${Math.floor(now.getMonth() / 3) + 1}`;
    const abroad = orders.filter(({ place }) => (vatOf(scheme, place)?.country ?? 'DE') !== 'DE');
    const countries = [...new Set(abroad.map(({ place }) => vatOf(scheme, place)!.country))].toSorted();
    const point = (cents: number) => decimal(cents).replace(',', '.');
    const sales = countries.map((country) => {
      const own = abroad.filter(({ place }) => vatOf(scheme, place)!.country === country);
      const { net, vat } = sumOf(own.flatMap(({ place, what }) => documentsOf(CASES[what], vatOf(scheme, place))));
      return `2,${country},STANDARD,20.00,${point(net)},${point(vat)}`;
    });
    const records = countries.map((country) => `1,${country}`);
    expect(await readBook('oss', period)).toEqual(['#v2.0', ...records, ...sales]);
    expect(countries).toEqual(scheme === 'oss' ? ['AT', 'FR'] : []);
  });

  it.each(['NO', 'PT-20', 'RU'])('are impossible for a buyer in %s, which the shop does not serve', async (country) => {
    const { status, body } = await startPayment(shop, await aBuyer(shop), patternId, { country });
    expect([status, body.code, body.error.details[0].field]).toEqual([400, 'COUNTRY_NOT_SERVED', 'country']);
  });
});
