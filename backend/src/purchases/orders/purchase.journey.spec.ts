import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { aBuyer, aPattern, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, buy, delivered } from '../../../test/support/pay.js';
import { until } from '../../../test/support/settles.js';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? (['redis'] as const) : [])] as const;

describe.each(BACKENDS)('purchase with the queue on %s', (queue) => {
  let shop: OpenShop;
  let buyer: TestBuyer;
  let patternId: string;

  beforeAll(async () => {
    shop = await openShop({ workers: true, queue });
    patternId = await aPattern()
      .titled('Sommerkleid Lina')
      .with(
        { kind: 'a4', pdf: () => aPdf({ pages: 3 }) },
        { kind: 'a0', pdf: () => aPdf({ pages: 1, padding: 6_000_000 }) },
      )
      .in(shop);
    buyer = await aBuyer(shop, 'käthe@example.com');
    await shop.settles();
  });
  afterAll(() => shop?.close());

  it('delivers PDFs with the buyer’s address and order number on every page', async () => {
    const purchaseId = await buy(shop, buyer, patternId);
    const access = await until('the copy is ready', async () => {
      const response = await shop.http
        .get(`/api/downloads/${purchaseId}`)
        .set('authorization', `Bearer ${buyer.token}`);
      return response.body.data.canDownload && response.body.data;
    });
    expect(access).toMatchObject({ status: 'paid', copyState: 'ready', downloadCount: 0, downloadLimit: 5 });
    for (const file of access.files) {
      const link = await shop.http
        .post('/api/downloads/secure')
        .set('authorization', `Bearer ${buyer.token}`)
        .send({ token: access.downloadToken, file: file.id });
      expect(link.status).toBe(200);
      const download = await fetch(link.body.data.downloadUrl);
      expect(download.status).toBe(200);
      const pdf = await getDocument({ data: new Uint8Array(await download.arrayBuffer()) }).promise;
      expect(pdf.numPages).toBe(file.pages);
      for (const text of await pageTexts(pdf)) {
        expect(text).toContain('käthe@example.com');
        expect(text).toContain(access.orderNumber);
      }
    }
  });
});

it('a purchase delivers two files that differ only in paper size', async () => {
  const shop = await openShop({ workers: true });
  const patternId = await aPattern()
    .with(
      { kind: 'a4', pdf: () => aPdf({ pages: 1, size: [595, 842] }) },
      { kind: 'letter', pdf: () => aPdf({ pages: 1, size: [612, 792] }) },
    )
    .in(shop);
  await shop.settles();
  const buyer = await aBuyer(shop);
  const access = await delivered(shop, buyer, await buy(shop, buyer, patternId));
  const sizes: number[][] = [];
  for (const file of access.files) {
    const { body } = await as(shop, buyer).post('/api/downloads/secure', {
      token: access.downloadToken,
      file: file.id,
    });
    const bytes = await (await fetch(body.data.downloadUrl)).arrayBuffer();
    const page = await (await getDocument({ data: new Uint8Array(bytes) }).promise).getPage(1);
    sizes.push(page.view);
  }
  expect(sizes).toEqual([
    [0, 0, 595, 842],
    [0, 0, 612, 792],
  ]);
  await shop.close();
}, 60_000);

async function pageTexts(pdf: PDFDocumentProxy): Promise<string[]> {
  const texts: string[] = [];
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const { items } = await (await pdf.getPage(n)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return texts;
}
