import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import supertest from 'supertest';
import { fetchAttachment, type ReceivedMail } from '#sandbox/mail/mail.ts';
import { runQpdf } from '#workers/pdf/document/qpdf.js';
import { SendReceipt } from '#workers/purchases/send-receipt.js';
import { WorkersModule } from '#workers/workers.module.js';
import { aBuyer, aPattern, type TestBuyer } from '../../../test/support/builders.js';
import { fetchExport, requestExport } from '../../../test/support/export.js';
import { apiConfig, openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { accessOf, buy, startPayment } from '../../../test/support/pay.js';
import { type PdfText, readPdf, withoutSpaces } from '../../../test/support/pdf-text.js';
import { until } from '../../../test/support/settles.js';
import { createApi } from '../../create-api.js';
import type { LegalText } from '../../legal/legal.contract.js';
import { PROGRAM_NEEDS, workerNeeds } from '../../platform/config/needs.js';
import { loadConfig } from '../../platform/config/config.js';
import type { Language } from '../../platform/language.js';

const MOVED = { SELLER_NAME: 'Umgezogene Nadel GmbH', SELLER_ADDRESS: 'Neuer Weg 9, 20095 Hamburg' };
/** The largest size of all attachments of a mail, in bytes. */
const LARGEST = 150_000;
/** Title, first words of the file name and description in the mail of each attachment. */
const WORDS = {
  de: {
    terms: ['AGB', 'AGB, Fassung vom'],
    widerruf: ['Widerrufsbelehrung', 'Widerrufsbelehrung mit Muster-Widerrufsformular, Fassung vom'],
  },
  en: {
    terms: ['Terms', 'Terms, version of'],
    widerruf: ['Right of withdrawal', 'Instructions on withdrawal with the model form, version of'],
  },
} as const;

type Page = keyof (typeof WORDS)['de'];

let shop: OpenShop;
/** The same shop after the operator has moved: API and workers with other settings, on the same database. */
let moved: { shop: OpenShop; api: NestFastifyApplication; workers: INestApplicationContext };
let buyer: TestBuyer;
let paid: string;
let free: string;

beforeAll(async () => {
  shop = await openShop({ workers: true, env: { DELIVERY_WITHOUT_WAIVER: 'after-14-days' } });
  paid = await aPattern().titled('Mantel Mina').costing(1490).in(shop);
  free = await aPattern().titled('Nadelkissen').costing(0).in(shop);
  const env = { ...shop.env, ...MOVED };
  const api = await createApi(apiConfig(env));
  await api.listen(0, '127.0.0.1');
  const config = loadConfig({ needs: [...PROGRAM_NEEDS.workers, ...workerNeeds(['mail'])], env });
  const module = WorkersModule.with(config, { ...config.worker, queues: ['mail'], relay: false });
  const workers = await NestFactory.createApplicationContext(module, { logger: false });
  moved = { api, workers, shop: { ...shop, http: supertest(await api.getUrl()) } as OpenShop };
  await shop.settles();
});
afterAll(async () => {
  await moved?.workers.close();
  await moved?.api.close();
  await shop?.close();
});
beforeEach(async () => {
  buyer = await aBuyer(shop);
});

/** @returns the confirmations that the buyer has received, once there are as many as expected */
const confirmations = (count = 1, to = buyer.email) =>
  until('the confirmation has arrived', async () => {
    const mails = (await shop.mails()).filter((mail) => mail.to[0]!.address === to && /PP-/.test(mail.subject));
    return mails.length === count && mails;
  });
const attachmentsOf = (mail: ReceivedMail) =>
  Promise.all(mail.attachments.map(({ generatedFileName: name }) => fetchAttachment(shop.mailbox, mail, name)));
const readLegalPage = async (page: Page, language: Language, from = shop) =>
  (await from.http.get(`/api/legal/${page}?lang=${language}`).expect(200)).body.data as LegalText;

/** @returns the text of a legal page as the document prints it, without spaces */
function printed({ title, lead, sections }: LegalText, language: Language): string {
  const lines = sections.flatMap((section) => [section.title, ...section.text, ...(section.form ?? [])]);
  const text = [title, lead, ...lines].join('\n');
  return withoutSpaces(
    text
      .replaceAll(/\[(https?:[^\]]+)\]\([^)]+\)/g, '$1')
      .replaceAll(/\]\((\/\w+)\)/g, `] (${shop.url}/${language}$1)`),
  ).replaceAll(/[[\]]/g, '');
}

/** Expects a document with the text of the page, dated on each page. */
async function expectDocument(pdf: Buffer, page: LegalText, language: Language): Promise<void> {
  const { title, language: declared, pages } = await readPdf(pdf);
  const day = new Intl.DateTimeFormat(language === 'de' ? 'de' : 'en-GB', { dateStyle: 'long' });
  const dated = `${language === 'de' ? 'Fassung vom' : 'Version of'} ${day.format(new Date(page.version))}`;
  expect([title, declared]).toEqual([`${page.title} – ${shop.config.shopName}`, language]);
  const body = pages.map((part) => part.body).join('');
  expect(body.replace(withoutSpaces(dated), '')).toContain(printed(page, language));
  for (const [index, { foot }] of pages.entries()) {
    expect(foot).toMatch(new RegExp(`^${page.title} · ${dated} · ${page.version}-[\\da-f]{12}`));
    expect(foot).toMatch(new RegExp(`(Seite|Page) ${index + 1} (von|of) ${pages.length}$`));
  }
  expect(await runQpdf(['--check', 'INPUT'], pdf)).toMatchObject({ exitCode: 0 });
}

const sellerIn = ({ pages }: PdfText) => pages.map(({ body }) => body).join('');

describe('the confirmation of an order', () => {
  it.each(['de', 'en'] as const)('carries the terms and the instruction on withdrawal, in %s', async (locale) => {
    await buy(shop, buyer, paid, { locale });
    const [mail] = await confirmations();
    const pdfs = await attachmentsOf(mail!);
    expect(mail!.attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'application/pdf']);
    expect(pdfs.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(LARGEST);
    for (const [index, name] of (['terms', 'widerruf'] as const).entries()) {
      const page = await readLegalPage(name, locale);
      await expectDocument(pdfs[index]!, page, locale);
      const [title, described] = WORDS[locale][name];
      const fileName = `${title} ${page.version}.pdf`;
      expect(mail!.attachments[index]!.filename).toBe(fileName);
      for (const part of [mail!.text, mail!.html])
        expect(part).toMatch(new RegExp(`${described} [^<]+ 20\\d\\d: ${fileName}`));
    }
    expect(mail!.text).toContain(locale === 'de' ? 'Dateien: PDF (A4)' : 'Files: PDF (A4)');
  });

  it('carries both also when the order is delivered after the withdrawal period', async () => {
    const id = await buy(shop, buyer, paid, { consent: false });
    const [mail] = await confirmations();
    expect(await accessOf(shop, buyer, id)).toMatchObject({ copyState: 'waiting' });
    const [terms, instruction] = await attachmentsOf(mail!);
    await expectDocument(terms!, await readLegalPage('terms', 'de'), 'de');
    await expectDocument(instruction!, await readLegalPage('widerruf', 'de'), 'de');
  });

  it.each(['an account', 'a guest'])(
    'of a free order of %s carries the terms, and no instruction',
    async (orderedBy) => {
      const email = orderedBy === 'a guest' ? `gast-${buyer.id}@example.com` : buyer.email;
      const ordered = await startPayment(shop, email === buyer.email ? buyer : null, free, { buyer_email: email });
      expect(ordered.body.data).toMatchObject({ status: 'succeeded' });
      const [mail] = await confirmations(1, email);
      const [terms, ...more] = await attachmentsOf(mail!);
      await expectDocument(terms!, await readLegalPage('terms', 'de'), 'de');
      expect([more, mail!.text?.includes('Widerrufsbelehrung')]).toEqual([[], false]);
    },
  );

  it('has the text of the order also when it is sent again after the operator has moved', async () => {
    const id = await buy(shop, buyer, paid);
    const [first] = await confirmations();
    await shop.settles();
    await shop.sql.rows('update purchases set receipt_sent_at = null where id = $1', [id]);
    const context = { executionId: `again-${id}`, signal: AbortSignal.timeout(30_000) };
    await moved.workers.get(SendReceipt).run({ purchaseId: id }, context);
    const [, again] = await confirmations(2);
    expect(again!.text).toContain(MOVED.SELLER_NAME);
    expect(await attachmentsOf(again!)).toEqual(await attachmentsOf(first!));
    for (const pdf of await attachmentsOf(again!)) {
      const text = sellerIn(await readPdf(pdf));
      expect(text).toContain(withoutSpaces(shop.config.seller.name));
      expect(text).not.toContain(withoutSpaces(MOVED.SELLER_NAME));
    }
  });

  it('has the new text when the order is placed after the operator has moved, and each text is stored once', async () => {
    await buy(moved.shop, buyer, paid);
    const [mail] = await confirmations();
    const [terms, instruction] = await attachmentsOf(mail!);
    const page = await readLegalPage('terms', 'de', moved.shop);
    expect(printed(page, 'de')).toContain(withoutSpaces(MOVED.SELLER_ADDRESS));
    await expectDocument(terms!, page, 'de');
    await expectDocument(instruction!, await readLegalPage('widerruf', 'de', moved.shop), 'de');
    const stored = await shop.sql.rows(
      `select kind, count(*)::int as texts from legal_texts where locale = 'de' group by kind order by kind`,
    );
    expect(stored).toEqual([
      { kind: 'terms', texts: 2 },
      { kind: 'withdrawal', texts: 2 },
    ]);
  });

  it('has the text that applied when the buyer last opened the payment', async () => {
    await startPayment(shop, buyer, paid).expect(201);
    const id = await buy(moved.shop, buyer, paid);
    const [mail] = await confirmations();
    const [terms] = await attachmentsOf(mail!);
    await expectDocument(terms!, await readLegalPage('terms', 'de', moved.shop), 'de');
    const { terms_text: textId } = shop.stripe.control
      .payments()
      .find(({ metadata }) => metadata.purchase_id === id)!.metadata;
    expect(await shop.sql.row('select terms_text_id as id from purchases where id = $1', [id])).toEqual({ id: textId });
  });

  it('has texts whose versions the archive of the buyer names', async () => {
    const id = await buy(shop, buyer, paid);
    await confirmations();
    const { files } = await fetchExport(shop, buyer, await requestExport(shop, buyer));
    const { purchases } = JSON.parse(String(files.get('data.json'))) as { purchases: object[] };
    expect(purchases).toMatchObject([
      {
        id,
        terms_version: expect.stringMatching(/^terms-de-20\d\d-\d\d-\d\d-[\da-f]{12}$/),
        withdrawal_instruction_version: expect.stringMatching(/^withdrawal-de-20\d\d-\d\d-\d\d-[\da-f]{12}$/),
      },
    ]);
  });

  it('has no attachment when the order is from before the shop stored its texts', async () => {
    const id = await buy(shop, buyer, paid);
    await confirmations();
    await shop.settles();
    await shop.sql.rows(
      `update purchases set terms_text_id = null, withdrawal_text_id = null, receipt_sent_at = null where id = $1`,
      [id],
    );
    const context = { executionId: `old-${id}`, signal: AbortSignal.timeout(30_000) };
    await shop.workers.get(SendReceipt).run({ purchaseId: id }, context);
    const [, old] = await confirmations(2);
    expect([old!.attachments, old!.text?.includes('Im Anhang')]).toEqual([[], false]);
  });

  it('is not sent with another text when the text of the order is missing', async () => {
    const id = await buy(shop, buyer, paid);
    await confirmations();
    await shop.settles();
    await shop.sql.rows(`update purchases set terms_text_id = 'terms-de-lost', receipt_sent_at = null where id = $1`, [
      id,
    ]);
    const context = { executionId: `lost-${id}`, signal: AbortSignal.timeout(30_000) };
    const sent = shop.workers.get(SendReceipt).run({ purchaseId: id }, context);
    await expect(sent).rejects.toThrow('The legal text terms-de-lost is missing');
    await confirmations(1);
  });
});
