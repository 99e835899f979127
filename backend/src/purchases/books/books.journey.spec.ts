import { addDocument } from '../../../test/support/book-rows.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { datevFields, findDatevProblems } from '../../../test/support/datev-rules.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';
import { parsePeriod } from './period.js';
import { ExportBooks, ExportBooksHandler } from './queries/export-books.js';

let shop: OpenShop;
let patternId: string;
let admin: TestBuyer;

beforeAll(async () => {
  shop = await openShop({ env: { DATEV_CONSULTANT: '12345', DATEV_CLIENT: '678', DATEV_ACCOUNTS: 'oss=8331:0250' } });
  patternId = await aPattern().in(shop);
  admin = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
});
afterAll(() => shop?.close());

const add = (options: Parameters<typeof addDocument>[2]) => addDocument(shop, patternId, options);
const get = (format: string, period: string) =>
  as(shop, admin).get(`/api/admin/books?format=${format}&period=${period}`);

async function read(format: string, period: string): Promise<Buffer> {
  const response = await get(format, period)
    .buffer(true)
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect([response.status, response.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
  return response.body as Buffer;
}
const readLines = async (format: string, period: string) =>
  (await read(format, period)).toString().split('\r\n').slice(0, -1);

describe('the journal', () => {
  it('has every document of the period in the order of its number, in a form that German spreadsheets read', async () => {
    const { purchaseId } = await add({ number: 'RE-2021-1000000', issuedOn: '2021-12-31', suppliedOn: '2021-12-30' });
    const invoice = await add({ number: 'RE-2021-999998', issuedOn: '2021-11-01', country: 'AT', vatRate: '20.00' });
    await add({ number: 'RE-2021-999999', issuedOn: '2021-12-01', cancels: invoice, country: 'AT', vatRate: '20.00' });
    await add({ number: 'RE-2022-000001', issuedOn: '2022-01-01' });
    const parts = { corrects: invoice, country: 'AT', vatRate: '20.00', grossCents: 600 };
    await add({ number: 'RE-2021-1000001', issuedOn: '2021-12-31', ...parts });
    await shop.sql.rows('update purchases set payment_intent_id = null where id = $1', [purchaseId]);
    const file = await read('journal', '2021');
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [headings, ...lines] = file.toString().slice(1).split('\r\n').slice(0, -1);
    expect(headings).toBe(
      'Belegnummer;Belegart;Belegdatum;Leistungsdatum;Bestellnummer;Land;Steuersatz in %;Netto;Umsatzsteuer;Brutto;Währung;Zu Rechnung;Zahlungskennung',
    );
    const { orderNumber } = invoice;
    expect(lines).toEqual([
      expect.stringMatching(
        `^RE-2021-999998;Rechnung;01.11.2021;01.11.2021;${orderNumber};AT;20,00;9,92;1,98;11,90;EUR;;pi_books_\\d+$`,
      ),
      expect.stringMatching(
        `^RE-2021-999999;Stornorechnung;01.12.2021;01.11.2021;${orderNumber};AT;20,00;-9,92;-1,98;-11,90;EUR;RE-2021-999998;pi_books`,
      ),
      expect.stringMatching(/^RE-2021-1000000;Rechnung;31\.12\.2021;30\.12\.2021;.*;DE;19,00;10,00;1,90;11,90;EUR;;$/),
      expect.stringMatching(
        `^RE-2021-1000001;Rechnungskorrektur;31.12.2021;01.11.2021;${orderNumber};AT;20,00;-5,00;-1,00;-6,00;EUR;RE-2021-999998;pi_books`,
      ),
    ]);
    expect(await readLines('journal', '2021-11')).toHaveLength(2);
    expect(await readLines('journal', '2021-Q4')).toHaveLength(5);
    expect(await readLines('journal', '2021-Q3')).toHaveLength(1);
  });

  it('ends with the last second of the period in Germany', async () => {
    await add({ number: 'RE-2020-000001', issuedOn: '2020-06-30' });
    await shop.owner.rows('alter table invoices disable trigger invoices_kept');
    const setIssuedAt = (at: string) =>
      shop.owner.rows(`update invoices set issued_at = $1 where number = 'RE-2020-000001'`, [at]);
    await setIssuedAt('2020-06-30T21:59:59Z');
    expect(await readLines('journal', '2020-06')).toHaveLength(2);
    await setIssuedAt('2020-06-30T22:00:00Z');
    expect(await readLines('journal', '2020-06')).toHaveLength(1);
    expect(await readLines('journal', '2020-07')).toHaveLength(2);
    await shop.owner.rows('alter table invoices enable trigger invoices_kept');
  });
});

describe('the export for DATEV', () => {
  it('follows the published list of fields, with an account for each tax case', async () => {
    const invoice = await add({ number: 'RE-2019-000001', issuedOn: '2019-03-05' });
    await add({
      number: 'RE-2019-000002',
      issuedOn: '2019-03-06',
      country: 'GR',
      vatRate: '24.00',
      grossCents: 123_456,
    });
    await add({ number: 'RE-2019-000003', issuedOn: '2019-03-07', country: 'CH', vatRate: '0.00' });
    await add({
      number: 'RE-2019-000004',
      issuedOn: '2019-03-07',
      country: 'FR',
      vatRate: '0.00',
      taxScheme: 'small-business',
    });
    await add({ number: 'RE-2019-000005', issuedOn: '2019-03-01', suppliedOn: '2019-02-28' });
    await add({ number: 'RE-2019-000006', issuedOn: '2019-03-31', cancels: invoice });
    await add({ number: 'RE-2019-000007', issuedOn: '2019-03-31', corrects: invoice, grossCents: 300 });
    const file = await read('datev', '2019-03');
    expect(findDatevProblems(file)).toEqual([]);
    const [header, names, ...bookings] = new TextDecoder('windows-1252').decode(file).split('\r\n').slice(0, -1);
    expect(datevFields(header!).slice(10, 17)).toEqual([
      '12345',
      '678',
      '20190101',
      '4',
      '20190301',
      '20190331',
      '"Rechnungen 2019-03"',
    ]);
    expect(datevFields(names!)[8]).toBe('BU-Schlüssel');
    const pick = (line: string, ...numbers: number[]) => numbers.map((number) => datevFields(line)[number - 1]);
    expect(bookings.map((line) => pick(line, 1, 2, 7, 8, 9, 10, 11, 40, 41))).toEqual([
      ['11,90', '"S"', '1360', '8400', '', '0503', '"RE-2019-000001"', '', ''],
      ['1234,56', '"S"', '1360', '8331', '"0250"', '0603', '"RE-2019-000002"', '"EL"', '24,00'],
      ['11,90', '"S"', '1360', '8338', '', '0703', '"RE-2019-000003"', '', ''],
      ['11,90', '"S"', '1360', '8195', '', '0703', '"RE-2019-000004"', '', ''],
      ['11,90', '"S"', '1360', '8400', '', '0103', '"RE-2019-000005"', '', ''],
      ['11,90', '"H"', '1360', '8400', '', '3103', '"RE-2019-000006"', '', ''],
      ['3,00', '"H"', '1360', '8400', '', '3103', '"RE-2019-000007"', '', ''],
    ]);
    expect(pick(bookings[4]!, 115, 116)).toEqual(['28022019', '28022019']);
    expect(pick(bookings[5]!, 14, 115)).toEqual([`"Storno RE-2019-000001, Bestellung ${invoice.orderNumber}"`, '']);
    expect(pick(bookings[6]!, 14, 115)).toEqual([`"Korrektur RE-2019-000001, Bestellung ${invoice.orderNumber}"`, '']);
  });

  it('is refused when the check finds a violation of the list', () => {
    expect(findDatevProblems(Buffer.from('"EXTF";510\n\n'))).toEqual(
      expect.arrayContaining(['a line does not end with CRLF', 'header: 2 fields', 'header field 2: 510']),
    );
  });

  it('is refused without the numbers of consultant and client', async () => {
    const { datev } = shop.config.books;
    const bare = new ExportBooksHandler(shop.sql, { books: { datev: { ...datev, client: null } } });
    const message = 'DATEV_CONSULTANT and DATEV_CLIENT are not set';
    await expect(bare.execute(new ExportBooks('datev', '2026-01'))).rejects.toThrow(message);
  });
});

describe('the OSS return', () => {
  it('has the VAT of other countries by country and rate, and corrections of earlier quarters', async () => {
    const old = await add({ number: 'RE-2018-000001', issuedOn: '2018-02-10', country: 'FR', vatRate: '20.00' });
    const older = await add({ number: 'RE-2017-000001', issuedOn: '2017-12-31', country: 'FI', vatRate: '25.50' });
    await add({ number: 'RE-2018-000002', issuedOn: '2018-04-01', country: 'AT', vatRate: '20.00', grossCents: 1200 });
    await add({ number: 'RE-2018-000003', issuedOn: '2018-06-30', country: 'AT', vatRate: '20.00', grossCents: 2400 });
    // Supplied in the quarter, issued after its end.
    await add({
      number: 'RE-2018-000004',
      issuedOn: '2018-07-01',
      suppliedOn: '2018-06-30',
      country: 'GR',
      vatRate: '24.00',
      grossCents: 1240,
    });
    await add({ number: 'RE-2018-000005', issuedOn: '2018-05-01' });
    await add({ number: 'RE-2018-000006', issuedOn: '2018-05-01', country: 'CH', vatRate: '0.00' });
    const back = await add({ number: 'RE-2018-000007', issuedOn: '2018-05-01', country: 'IT', vatRate: '22.00' });
    await add({ number: 'RE-2018-000008', issuedOn: '2018-05-02', cancels: back, country: 'IT', vatRate: '22.00' });
    const sold = await add({ number: 'RE-2018-000011', issuedOn: '2018-05-04', country: 'PL', vatRate: '23.00' });
    await add({
      number: 'RE-2018-000012',
      issuedOn: '2018-06-04',
      corrects: sold,
      country: 'PL',
      vatRate: '23.00',
      grossCents: 246,
    });
    await add({
      number: 'RE-2018-000013',
      issuedOn: '2018-07-04',
      corrects: sold,
      country: 'PL',
      vatRate: '23.00',
      grossCents: 123,
    });
    await add({ number: 'RE-2018-000009', issuedOn: '2018-05-03', cancels: old, country: 'FR', vatRate: '20.00' });
    await add({ number: 'RE-2018-000010', issuedOn: '2018-05-03', cancels: older, country: 'FI', vatRate: '25.50' });
    expect(await readLines('oss', '2018-Q2')).toEqual([
      '#v2.0',
      '1,AT',
      '1,EL',
      '1,FI',
      '1,FR',
      '1,PL',
      '2,AT,STANDARD,20.00,30.00,6.00',
      '2,EL,STANDARD,24.00,10.00,2.40',
      '2,PL,STANDARD,23.00,7.67,1.77',
      '6,FI,2017,4,-2.42',
      '6,FR,2018,1,-1.98',
    ]);
    // A cancellation or a correction in a later quarter does not change the return of the quarter of the sale.
    expect(await readLines('oss', '2018-Q1')).toEqual(['#v2.0', '1,FR', '2,FR,STANDARD,20.00,9.92,1.98']);
    expect(await readLines('oss', '2018-Q3')).toEqual(['#v2.0', '1,PL', '6,PL,2018,2,-0.23']);
  });
});

describe('an export', () => {
  it('for DATEV or OSS is refused when a document is not in euros', async () => {
    await add({ number: 'RE-2016-000001', issuedOn: '2016-01-10', country: 'SE', vatRate: '25.00', currency: 'SEK' });
    for (const [format, period] of [
      ['datev', '2016-01'],
      ['oss', '2016-Q1'],
    ] as const) {
      const { body } = await get(format, period).expect(409);
      expect(body.error).toMatchObject({ code: 'OTHER_CURRENCY', message: expect.stringContaining('RE-2016-000001') });
    }
    expect((await readLines('journal', '2016'))[1]).toContain(';SEK;');
  });

  it.each([
    ['format=journal&period=2026-13', 'period'],
    ['format=journal&period=1926', 'period'],
    ['format=oss', 'period'],
    ['format=oss&period=2026-04', 'period'],
    ['format=xml&period=2026', 'format'],
  ])('with %s is refused with the name of the field %s', async (query, field) => {
    const { body } = await as(shop, admin).get(`/api/admin/books?${query}`).expect(400);
    expect(body.error.details).toMatchObject([{ field }]);
  });

  it('is a download with the name of format and period', async () => {
    const { headers } = await get('datev', '2031-Q2').expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=windows-1252',
      'content-disposition': 'attachment; filename="EXTF_Buchungsstapel_2031-Q2.csv"',
    });
  });
});

it.each([
  ['2026', '2026-01-01', '2027-01-01', '2026-12-31'],
  ['2026-Q4', '2026-10-01', '2027-01-01', '2026-12-31'],
  ['2028-02', '2028-02-01', '2028-03-01', '2028-02-29'],
])('the period %s begins on %s', (text, from, until, to) => {
  expect(parsePeriod(text)).toMatchObject({ from, until, to });
});
