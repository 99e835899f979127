import { PDFDocument } from 'pdf-lib';
import { openWithPdfJs } from '#workers/pdf/document/read-pages.js';
import { scanPages } from '#workers/pdf/fixtures/fixture-copies.js';
import { aBuyer, aPdf, type TestBuyer } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as, buy, delivered } from '../../../test/support/pay.js';
import { aDraft, aSeller, by, onSale, uploadFile, uploadPicture } from '../../../test/support/sell.js';

// If a marked file were accepted, the copies of later buyers would also contain the first buyer's mark and address.
describe('upload that carries the mark of the shop', () => {
  let shop: OpenShop;
  let designer: TestBuyer;
  let reseller: TestBuyer;
  let moderator: TestBuyer;
  let admin: TestBuyer;
  let patternId: string;
  let copy: Buffer;
  let orderNumber: string;

  beforeAll(async () => {
    shop = await openShop({ workers: true });
    [designer, reseller] = [await aSeller(shop), await aSeller(shop)];
    [moderator, admin] = [await aBuyer(shop), await aBuyer(shop)];
    await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [moderator.id]);
    await shop.sql.rows(`update users set role = 'admin' where id = $1`, [admin.id]);
    patternId = await onSale(shop, designer);
    ({ copy, orderNumber } = await buyAndDownload(reseller, patternId));
  });
  afterAll(() => shop?.close());
  beforeEach(() => shop.sql.rows(`delete from pattern_reports`));

  async function buyAndDownload(buyer: TestBuyer, id: string): Promise<{ copy: Buffer; orderNumber: string }> {
    const purchaseId = await buy(shop, buyer, id);
    const { downloadToken: token, orderNumber: number } = await delivered(shop, buyer, purchaseId);
    const response = await as(shop, buyer).post('/api/downloads/secure', { token });
    const bytes = await (await fetch(response.body.data.downloadUrl)).arrayBuffer();
    return { copy: Buffer.from(bytes), orderNumber: number };
  }
  const getFile = async (seller: TestBuyer, pattern: string, fileId: string) =>
    (await by(shop, seller).get(`/patterns/${pattern}/files/${fileId}?lang=de`).expect(200)).body.data;
  const listReports = async (user: TestBuyer) =>
    (await by(shop, user).get('/moderation/reports').expect(200)).body.data.reports;

  it('is refused and reported to the moderators; only administrators see the order of the copy', async () => {
    const draft = await aDraft(shop, reseller, { title: 'Mein eigenes Kleid' });
    const fileId = await uploadFile(shop, reseller, draft, { pdf: copy });
    await uploadPicture(shop, reseller, draft);
    await shop.settles();

    const file = await getFile(reseller, draft, fileId);
    expect(file).toMatchObject({ state: 'refused', refusal_code: 'OWN_MARK' });
    expect(file.message).toMatch(/^Unsere automatische Prüfung hat in der Datei unseren Vermerk gefunden/);
    expect(JSON.stringify(file)).not.toMatch(new RegExp(`${orderNumber}|${reseller.email}`));
    const publish = await by(shop, reseller).post(`/patterns/${draft}/publish`);
    expect([publish.status, publish.body.code]).toEqual([409, 'PATTERN_INCOMPLETE']);

    const expected = { pattern_id: draft, pattern_status: 'draft', reason: 'resold-copy', text: null, state: 'open' };
    const [report, ...others] = await listReports(moderator);
    expect([report, others]).toEqual([expect.objectContaining(expected), []]);
    expect(JSON.stringify(report)).not.toMatch(new RegExp(`order|${orderNumber}|${reseller.email}|${reseller.id}`));
    expect(await listReports(admin)).toMatchObject([{ ...expected, order_numbers: [orderNumber] }]);

    const auditEntries = await shop.sql.rows('select action, actor_id, details from audit_entries where user_id = $1', [
      reseller.id,
    ]);
    expect(auditEntries).toContainEqual({
      action: 'catalogue.resold-copy-refused',
      actor_id: null,
      details: { patternId: draft, fileId },
    });
  });

  it('is also refused as a new version, so the copy of the next buyer has only that buyer’s mark', async () => {
    const ownPattern = await onSale(shop, reseller);
    const resaved = await PDFDocument.load(copy);
    for (const pdf of [copy, Buffer.from(await resaved.save())]) {
      const fileId = await uploadFile(shop, reseller, ownPattern, { pdf, changelog: 'Neu' });
      await shop.settles();
      expect(await getFile(reseller, ownPattern, fileId)).toMatchObject({ state: 'refused', refusal_code: 'OWN_MARK' });
    }
    // Repeated uploads share one report.
    expect(await listReports(admin)).toMatchObject([{ pattern_id: ownPattern, order_numbers: [orderNumber] }]);

    const nextBuyer = await aBuyer(shop);
    const document = (await openWithPdfJs((await buyAndDownload(nextBuyer, ownPattern)).copy))!;
    const text = (await document.page(1)).texts.map((line) => line.text).join('\n');
    await document.close();
    expect(text).toContain(nextBuyer.email);
    expect(text).not.toMatch(new RegExp(`${orderNumber}|${reseller.email}`));
  });

  it('is recognised by its trailer id alone, which PDF programs keep when they save the file again', async () => {
    const id = /\/ID\[(?:<[^>]*>|\([^)]*\))(<[0-9a-f]{32}>)\]/.exec(copy.toString('latin1'))![1]!;
    const clean = Buffer.from(await aPdf({ pages: 2 })).toString('latin1');
    const withId = clean.replace(/trailer\s*<</, `$&/ID[${id}${id}]`);
    expect(withId).not.toBe(clean);
    const draft = await aDraft(shop, reseller);
    const fileId = await uploadFile(shop, reseller, draft, { pdf: Buffer.from(withId, 'latin1') });
    await shop.settles();
    expect(await getFile(reseller, draft, fileId)).toMatchObject({ refusal_code: 'OWN_MARK' });
    expect(await listReports(admin)).toMatchObject([{ pattern_id: draft, order_numbers: [orderNumber] }]);
  });

  it('is recognised by the bar code in its mark when its pages are converted to pictures', async () => {
    const draft = await aDraft(shop, reseller);
    const fileId = await uploadFile(shop, reseller, draft, { pdf: await scanPages(copy, 150, (page) => page.png()) });
    await shop.settles();
    expect(await getFile(reseller, draft, fileId)).toMatchObject({ refusal_code: 'OWN_MARK' });
    expect(await listReports(admin)).toMatchObject([{ pattern_id: draft, order_numbers: [orderNumber] }]);
  });

  it('is refused and reported without an order number when neither its forensic id nor its address is known', async () => {
    await shop.sql.rows(`update copies set forensic_id = 'x' || substr(forensic_id, 2)`);
    const changedBuyer = { email: 'moved@example.com', id: reseller.id };
    await shop.sql.rows('update purchases set buyer_email = $1 where buyer_id = $2', [
      changedBuyer.email,
      changedBuyer.id,
    ]);
    const draft = await aDraft(shop, reseller);
    const fileId = await uploadFile(shop, reseller, draft, { pdf: copy });
    await shop.settles();
    expect(await getFile(reseller, draft, fileId)).toMatchObject({ refusal_code: 'OWN_MARK' });
    expect(await listReports(admin)).toMatchObject([{ pattern_id: draft, order_numbers: [] }]);
  });

  it('causes a report that a moderator can dismiss, but cannot resolve by hiding the draft', async () => {
    const draft = await aDraft(shop, reseller);
    await uploadFile(shop, reseller, draft, { pdf: copy });
    await shop.settles();
    const [{ id }] = await listReports(moderator);
    const resolve = (decision: string, ground = {}) =>
      by(shop, moderator).post(`/moderation/reports/${id}/resolve`, { decision, note: 'Angeschrieben.', ...ground });
    const hide = await resolve('hidden', { ground: 'law', clause: '§ 97 UrhG' });
    expect([hide.status, hide.body.code]).toEqual([409, 'PATTERN_NOT_PUBLISHED']);
    await resolve('dismissed').expect(200);
    expect(await listReports(moderator)).toEqual([]);
  });

  it("is refused without a report when it is the designer's own preview", async () => {
    const [master] = await shop.sql.rows<{ sha: string }>(
      'select left(master_sha256, 32) as sha from pattern_files where pattern_id = $1 limit 1',
      [patternId],
    );
    const preview = await PDFDocument.load(await aPdf());
    preview.setTitle('Vorschau');
    const text = Buffer.from(await preview.save({ useObjectStreams: false })).toString('latin1');
    const marked = text.replace(/\/Title/, `/PatternFileId(${master!.sha})/Title`);
    const fileId = await uploadFile(shop, designer, patternId, {
      pdf: Buffer.from(marked, 'latin1'),
      changelog: 'Neu',
    });
    await shop.settles();
    expect(await getFile(designer, patternId, fileId)).toMatchObject({ refusal_code: 'OWN_MARK' });
    expect(await listReports(admin)).toEqual([]);
    // The designer's log must not show whether the mark names an order of the shop.
    const entries = await shop.sql.rows(`select from audit_entries where details ->> 'fileId' = $1`, [fileId]);
    expect(entries).toHaveLength(1);
  });
});
