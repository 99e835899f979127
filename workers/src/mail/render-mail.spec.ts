import { taxNote } from '#backend/platform/tax/tax-scheme.js';
import type { Language } from '#backend/platform/language.js';
import { formatDay, formatPrice, formatSize } from './mail-format.js';
import { mailMessages } from './mail-messages.js';
import type { MailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';
import type { Seller } from './seller.js';
import { sampleMails, seller, templates, visible } from '../../../backend/test/support/sample-mails.js';

const { verification, receipt } = sampleMails;
const waiver = receipt.waiver!;
const locales: Language[] = ['de', 'en'];

describe('the verification mail', () => {
  it('is written in German, with the link and its expiry in German time', async () => {
    const mail = await renderMail(templates.verification, 'de', verification);
    expect(mail.subject).toBe('Bestätige deine E-Mail-Adresse für Musterladen');
    for (const part of [mail.text, visible(mail.html)]) {
      expect(part).toContain('Hallo Änne Müller,');
      expect(part).toContain('Der Link gilt bis 22. November 2026 um 04:52 MEZ.');
    }
    expect(mail.text).toContain(`\n${verification.link}\n`);
    expect(mail.html).toContain('href="https://shop.example/to?token=abc&amp;lang=de"');
    expect(mail.html).toContain('lang="de"');
  });

  it('is written in English', async () => {
    const mail = await renderMail(templates.verification, 'en', verification);
    expect(mail.subject).toBe('Confirm your email address for Musterladen');
    expect(mail.text).toContain('Hello Änne Müller,');
    expect(mail.text).toContain('valid until 22 November 2026 at 04:52 CET.');
    expect(mail.html).toContain('lang="en"');
  });

  it.each([
    ['de', ['klick bitte nicht auf den Link', '„Passwort vergessen?“']],
    ['en', ['please do not click the link', '“Forgot password?”']],
  ] as const)('contains advice for a recipient who has not registered (%s)', async (locale, messages) => {
    const { text } = await renderMail(templates.verification, locale, verification);
    for (const expected of messages) expect(text!.replaceAll(/\s+/g, ' ')).toContain(expected);
  });

  it.each([null, '  ', 'Win now at www.evil.example', 'https://evil.example', 'free.money', 'x'.repeat(61)])(
    'greets without a name when the name is missing, too long or looks like a link: %p',
    async (name) => {
      const { text } = await renderMail(templates.verification, 'de', { ...verification, name });
      expect(text).toContain('\n\nHallo,\n\n');
    },
  );
});

describe('the receipt', () => {
  it.each(locales)('names pattern, seller and price (%s)', async (locale) => {
    const country = { de: 'Deutschland', en: 'Germany' }[locale];
    const tax = { vat: { rate: 19, cents: 206, country }, note: null };
    const mail = await renderMail(templates.receipt, locale, { ...receipt, tax });
    expect(mail.subject).toContain('SM-2026-000123: Sommerkleid „Lina“');
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    const vat = { de: 'inkl. 19\u00A0% MwSt. (2,06\u00A0€, Deutschland)', en: 'incl. 19% VAT (2,06\u00A0€, Germany)' };
    const price = `12,90\u00A0€ ${vat[locale]}`;
    const sellerDetails = ['Musterladen GmbH', 'Beispielweg 1', '12345 Beispielstadt', 'Deutschland', 'DE000000000'];
    const { orderNumber, patternTitle, designerName, buyerEmail } = receipt;
    const details = [orderNumber, patternTitle, designerName, buyerEmail, moment, price];
    for (const part of [mail.text, visible(mail.html)]) {
      for (const item of [...details, ...sellerDetails, seller.email]) expect(part).toContain(item);
    }
    expect(mail.text).toContain(`\n${receipt.link}\n`);
    expect(mail.html).toContain(`href="${receipt.link}"`);
  });

  it.each(locales)('repeats the waiver with its version, language and time (%s)', async (locale) => {
    const { text, html } = await renderMail(templates.receipt, locale, receipt);
    const details = {
      de: 'Fassung 2026-06, Sprache: Deutsch, zugestimmt am 21. November 2026 um 04:51 MEZ.',
      en: 'Version 2026-06, language: German, agreed on 21 November 2026 at 04:51 CET.',
    };
    for (const part of [text, visible(html)]) {
      expect(part).toContain(waiver.text);
      expect(part).toContain(details[locale]);
    }
    expect(html).toContain('<blockquote lang="de"');
    expect(text).not.toContain('shop.example/widerruf');
  });

  it.each(locales)('explains the right of withdrawal when the buyer has not waived it (%s)', async (locale) => {
    const { text, html } = await renderMail(templates.receipt, locale, { ...receipt, waiver: null });
    expect(text).toContain(locale === 'de' ? 'innerhalb von 14\u00A0Tagen' : 'within 14\u00A0days');
    expect(text).toContain('\nhttps://shop.example/widerruf\n');
    expect(text).toContain(locale === 'de' ? '| Hiermit widerrufe ich' : '| I hereby give notice');
    expect(text).toContain('Musterladen GmbH, Beispielweg 1, 12345 Beispielstadt, Deutschland, hilfe@shop.example');
    expect(html).toContain('href="https://shop.example/widerruf"');
  });

  it.each(locales)('names the kinds of files and the attached documents (%s)', async (locale) => {
    const { text, html } = await renderMail(templates.receipt, locale, receipt);
    const expected = {
      de: [
        'PDF (A4, Anleitung)',
        'AGB, Fassung vom 25. November 2026: AGB 2026-11-25.pdf',
        'Widerrufsbelehrung mit Muster-Widerrufsformular, Fassung vom 25. November 2026: Widerrufsbelehrung 2026-11-25.pdf',
      ],
      en: [
        'PDF (A4, Instructions)',
        'Terms, version of 25 November 2026: AGB 2026-11-25.pdf',
        'Instructions on withdrawal with the model form, version of 25 November 2026: Widerrufsbelehrung 2026-11-25.pdf',
      ],
    };
    for (const part of [text, visible(html)]) for (const line of expected[locale]) expect(part).toContain(line);
  });

  it('mentions no payment, VAT or withdrawal for a free pattern', async () => {
    const free = {
      ...receipt,
      price: { cents: 0, currency: 'EUR' },
      tax: { ...receipt.tax, note: 'Umsatzsteuerfrei' },
      documents: receipt.documents.slice(0, 1),
    };
    for (const props of [free, { ...free, waiver: null }]) {
      const { text } = await renderMail(templates.receipt, 'de', props);
      expect(text).toContain('Du musst nichts bezahlen.');
      expect(text).toContain('\nPreis: Kostenlos\n');
      expect(text).not.toMatch(/Zahlung ist|MwSt|Umsatzsteuer|widerr|zahlen wir/i);
      expect((await renderMail(templates.receipt, 'en', props)).text).toContain('\nPrice: Free\n');
    }
  });

  it('names rate, amount and country of the VAT; without VAT it has the sentence why', async () => {
    const linesIn = async (locale: Language, tax: typeof receipt.tax) =>
      (await renderMail(templates.receipt, locale, { ...receipt, tax })).text
        .split('\n')
        .filter((line) => /^(Preis|Price|Umsatzsteuer|VAT): /.test(line));
    const finnish = (country: string) => ({ vat: { rate: 25.5, cents: 262, country }, note: null });
    expect(await linesIn('de', finnish('Finnland'))).toEqual([
      'Preis: 12,90\u00A0€ inkl. 25,5\u00A0% MwSt. (2,62\u00A0€, Finnland)',
    ]);
    expect(await linesIn('en', finnish('Finland'))).toEqual([
      'Price: 12,90\u00A0€ incl. 25.5% VAT (2,62\u00A0€, Finland)',
    ]);
    const note = taxNote('oss', null, 'de')!;
    expect(await linesIn('de', { vat: null, note })).toEqual(['Preis: 12,90\u00A0€', `Umsatzsteuer: ${note}`]);
    expect(await linesIn('en', { vat: null, note: null })).toEqual(['Price: 12,90\u00A0€ incl. VAT']);
  });

  it('prevents line breaks inside order numbers and e-mail addresses', async () => {
    const { html } = await renderMail(templates.receipt, 'de', receipt);
    const unbroken = [...html.matchAll(/<span style="display:inline-block[^>]*>([^<]+)<\/span>/g)].map(
      ([, part]) => part,
    );
    const { orderNumber } = receipt;
    expect(unbroken).toEqual([orderNumber, 'anne@mail.example', seller.email, orderNumber, seller.email]);
  });

  it.each(locales)('suggests an account only to guests, as the mail about ready copies does (%s)', async (locale) => {
    for (const mail of ['receipt', 'copyReady'] as const) {
      const messages = mailMessages[locale][mail];
      const render = async (guest: boolean) => {
        const template: MailTemplate<{ seller: Seller }> = templates[mail];
        const sample = { ...sampleMails[mail], guest };
        return (await renderMail(template, locale, sample)).text;
      };
      expect(await render(true)).toContain(messages.guest);
      expect(await render(false)).toContain(messages.signIn);
      expect(await render(false)).not.toMatch(/ohne Konto|without an account/);
    }
  });

  it('shows prices in the currency of the order: with two decimals in EUR and CHF, without decimals in JPY', () => {
    expect(formatPrice({ cents: 123456, currency: 'EUR' })).toBe('1.234,56\u00A0€');
    expect(formatPrice({ cents: 990, currency: 'CHF' })).toBe('9,90\u00A0CHF');
    expect(formatPrice({ cents: 1500, currency: 'JPY' })).toBe('1.500\u00A0¥');
  });
});

describe('a mail about the account', () => {
  it.each(locales)('names the time at which a password was changed (%s)', async (locale) => {
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    expect((await renderMail(templates.passwordChanged, locale, sampleMails.passwordChanged)).text).toContain(moment);
  });

  it.each(locales)('names the time of the erasure and the data that the shop must keep by law (%s)', async (locale) => {
    const { text } = await renderMail(templates.deletionRequested, locale, sampleMails.deletionRequested);
    expect(text).toContain(locale === 'de' ? '28. November 2026 um 04:52 MEZ' : '28 November 2026 at 04:52 CET');
    expect(text).toMatch(/147 AO/);
  });
});

describe('renderMail', () => {
  it.each(locales)('the refund mail names amount, arrival of the money and end of access (%s)', async (locale) => {
    const { text } = await renderMail(templates.refunded, locale, sampleMails.refunded);
    expect(text).toContain('12,90\u00A0€');
    expect(text).toContain(locale === 'de' ? '5 bis 10 Bankarbeitstage' : '5 to 10 business days');
    expect(text).toContain(locale === 'de' ? 'Damit endet dein Zugriff auf das Schnittmuster' : 'ends your access');
  });

  it.each(locales)(
    'the refund mail says why a purchase was refunded, and which order remains after a double payment (%s)',
    async (locale) => {
      const textOf = async (why: 'chargeback' | 'paid-twice' | 'pattern-hidden') =>
        (await renderMail(templates.refunded, locale, { ...sampleMails.refunded, why })).text;
      expect(await textOf('chargeback')).toContain(locale === 'de' ? 'deine Bank hat' : 'Your bank has');
      expect(await textOf('chargeback')).not.toMatch(/5 (bis|to) 10/);
      const twice = await textOf('paid-twice');
      expect(twice).toContain(locale === 'de' ? 'Deine erste Bestellung bleibt' : 'Your first order stays');
      expect(twice).not.toMatch(/lösche Dateien|delete any files/);
      const hidden = await textOf('pattern-hidden');
      expect(hidden).toContain(locale === 'de' ? 'aus dem Verkauf genommen' : 'off sale');
      expect(hidden).not.toMatch(/lösche Dateien|delete any files/);
    },
  );

  it.each(locales)('the withdrawal mail names the content, the time and the next steps (%s)', async (locale) => {
    const { withdrawalReceived: sample } = sampleMails;
    const { text } = await renderMail(templates.withdrawalReceived, locale, sample);
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    const { by, contract, email } = sample.declared!;
    for (const expected of [sample.text, contract, by, email, sample.reference, moment])
      expect(text).toContain(expected);
    const { next } = mailMessages[locale].withdrawalReceived;
    expect(text).toContain(next.review);
    const paid = await renderMail(templates.withdrawalReceived, locale, { ...sample, outcome: 'refund' });
    expect(paid.text).toContain(next.refund);
    const partly = await renderMail(templates.withdrawalReceived, locale, { ...sample, refunded: ['PP-2026-000007'] });
    expect(partly.text).toContain(next.partly.replace('{orders}', 'PP-2026-000007'));
    expect(partly.text).not.toContain(next.review);
    // A mail to an unproven address contains no text that the sender of the withdrawal could choose.
    const unproven = { ...sample, declared: null, orders: ['PP-2026-000008'] };
    const mailText = (await renderMail(templates.withdrawalReceived, locale, unproven)).text!;
    for (const expected of [sample.text, 'PP-2026-000008', sample.reference, moment])
      expect(mailText).toContain(expected);
    for (const expected of [by, email]) expect(mailText).not.toContain(expected);
    expect(mailText.replaceAll(/\s+/g, ' ')).toContain(mailMessages[locale].withdrawalReceived.unproven);
  });

  it('the mail about ready copies lists every downloadable file', async () => {
    const { text, html } = await renderMail(templates.copyReady, 'de', sampleMails.copyReady);
    for (const file of sampleMails.copyReady.files) {
      expect(text).toContain(`\n- ${file}\n`);
      expect(visible(html)).toContain(file);
    }
  });

  it('the mail about an erasure mentions invoices only when some are kept', async () => {
    const kept = await renderMail(templates.accountErased, 'de', sampleMails.accountErased);
    expect(kept.text).toContain('noch bis zum 31. Dezember 2034 auf');
    const none = await renderMail(templates.accountErased, 'de', { ...sampleMails.accountErased, keptUntil: null });
    expect(none.text).not.toContain('Rechnungen');
  });

  it('the mail about a new version omits an empty changelog', async () => {
    const { patternTitle, link } = sampleMails.newVersion;
    const { text } = await renderMail(templates.newVersion, 'de', { patternTitle, link, changelog: '', seller });
    expect(text).not.toContain(mailMessages.de.newVersion.changes);
    expect(text).not.toContain('Eine Datei');
  });

  it('sizes and dates are formatted in the language of the mail', () => {
    expect([formatSize(1_430_000, 'de'), formatSize(1_430_000, 'en')]).toEqual(['1,4 MB', '1.4 MB']);
    expect([formatSize(0, 'de'), formatSize(48_600_000, 'de')]).toEqual(['1 kB', '49 MB']);
    expect(formatDay(new Date('2026-12-31T23:30:00Z'), 'en')).toBe('1 January 2027');
  });
});
