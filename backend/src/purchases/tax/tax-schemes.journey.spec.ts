import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, as, buy, delivered, startPayment } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

interface Expected {
  invoice: object;
  account: object;
  /** A line of the confirmation mail. */
  mail: string;
}

const SMALL = 'Umsatzsteuerfrei: Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).';
const OUTSIDE = 'Nicht steuerbar in Deutschland (§ 3a Abs. 5 UStG).';
const withoutVat = (scheme: string, note: string): Expected => ({
  invoice: { net: 1290, vat: 0, gross: 1290, scheme, key: null, note },
  account: { vatRate: null, vatCents: null, vatCountry: null, taxNote: note },
  mail: `Umsatzsteuer: ${note}`,
});
const withVat = (scheme: string, key: string, vat: number, rate: number, name: string, amount: string): Expected => ({
  invoice: { net: 1290 - vat, vat, gross: 1290, scheme, key, note: null },
  account: { vatRate: rate, vatCents: vat, vatCountry: name, taxNote: null },
  mail: `Preis: 12,90\u00A0€ inkl. ${rate}\u00A0% MwSt. (${amount}\u00A0€, ${name})`,
});

/** For each scheme: what documents say about a sale to a place. */
const SALES: Record<string, Record<string, Expected>> = {
  'small-business': {
    AT: withoutVat('small-business', SMALL),
    US: withoutVat('small-business', SMALL),
  },
  domestic: {
    AT: withVat('domestic', 'DE', 206, 19, 'Deutschland', '2,06'),
    CH: withoutVat('domestic', OUTSIDE),
  },
  oss: {
    MC: withVat('oss', 'FR', 215, 20, 'Frankreich', '2,15'),
    'PT-20': withVat('oss', 'PT-20', 178, 16, 'Azoren, Portugal', '1,78'),
    'ES-CN': withoutVat('oss', OUTSIDE),
  },
};

describe.each(Object.entries(SALES))('the tax scheme %s', (scheme, sales) => {
  let shop: OpenShop;
  let patternId: string;
  let buyer: TestBuyer;

  beforeAll(async () => {
    shop = await openShop({ workers: true, env: { TAX_SCHEME: scheme, COUNTRIES: 'all' } });
    patternId = await aPattern().costing(1290).in(shop);
    await shop.settles();
  });
  afterAll(() => shop?.close());

  const served = async (country: string) => {
    const { body } = await shop.http.get('/api/payments/countries?lang=de').expect(200);
    return (body.data.countries as { country: string }[]).find((one) => one.country === country);
  };

  it.each(Object.entries(sales))(
    'gives checkout, account, mail and invoice the same VAT: %s',
    async (country, what) => {
      buyer = await aBuyer(shop);
      const { vatRate, vatCountry, taxNote } = what.account as Record<string, unknown>;
      expect(await served(country)).toMatchObject({ vatRate, vatCountry, taxNote });
      const id = await buy(shop, buyer, patternId, { country, locale: 'de' });
      await delivered(shop, buyer, id);
      await shop.settles();
      const invoice = await shop.sql.row(
        `select net_cents as net, vat_cents as vat, gross_cents as gross, tax_scheme as scheme, vat_key as key, tax_note as note
       from invoices where purchase_id = $1`,
        [id],
      );
      expect(invoice).toEqual(what.invoice);
      expect((await accessOf(shop, buyer, id)).confirmation).toMatchObject({ country, ...what.account });
      const mail = await until('the confirmation has arrived', async () =>
        (await shop.mails()).find(({ to, text }) => to[0]!.address === buyer.email && /Bestellnummer/.test(text!)),
      );
      expect(mail.text).toContain(what.mail);
    },
  );

  it('needs the country of the buyer only when the VAT depends on it', async () => {
    buyer = await aBuyer(shop);
    const { status, body } = await startPayment(shop, buyer, patternId, { country: undefined });
    if (scheme === 'small-business') return expect([status, body.data.amount]).toEqual([201, 1290]);
    expect([status, body.code, body.error.details[0].field]).toEqual([400, 'COUNTRY_REQUIRED', 'country']);
    const free = await aPattern().costing(0).in(shop);
    await shop.settles();
    expect((await startPayment(shop, buyer, free, { country: undefined })).status).toBe(201);
    return undefined;
  });

  it('sells to no sanctioned country', async () => {
    const { status, body } = await startPayment(shop, await aBuyer(shop), patternId, { country: 'RU' });
    expect([status, body.code, body.error.details[0].field]).toEqual([400, 'COUNTRY_NOT_SERVED', 'country']);
    expect(await served('RU')).toBeUndefined();
  });

  it('shows the administration the sales to other member states, without those outside the EU', async () => {
    const admin = await aBuyer(shop);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
    const { data } = (await as(shop, admin).get('/api/admin/tax')).body;
    const net = { 'small-business': 1290, domestic: 1084, oss: 1075 + 1112 }[scheme];
    const year = new Date().getFullYear();
    expect(data).toMatchObject({
      scheme,
      euSalesLimitCents: 1_000_000,
      euSales: [
        { year, netCents: net },
        { year: year - 1, netCents: 0 },
      ],
    });
  });
});
