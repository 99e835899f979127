import type { Language } from '#backend/platform/language.js';
import { formatDay, formatPrice, formatSize } from './mail-format.js';
import { mailMessages } from './mail-messages.js';
import { type MailProps, renderMail } from './render-mail.js';
import { sampleMails, seller } from '../../../backend/test/support/sample-mails.js';

const { verification, receipt } = sampleMails;
const waiver = receipt.waiver!;
const locales: Language[] = ['de', 'en'];
const attack = '<script>alert(1)</script> " \'\r\nBcc: everybody@evil.example\u202E';

/** @returns the same mail with hostile text in every field that a user can choose */
function withHostileTexts<Props extends MailProps[keyof MailProps]>(props: Props): Props {
  const userFields = ['patternTitle', 'designerName', 'kindName', 'changelog', 'orderNumber'];
  const presentFields = userFields.filter((key) => key in props);
  const texts = Object.fromEntries(presentFields.map((key) => [key, attack]));
  const declared = { by: attack, contract: attack, email: 'anne@mail.example' };
  if ('declared' in props) Object.assign(texts, { declared });
  return { ...props, ...texts, ...('files' in props && { files: [attack] }), seller: { ...seller, shopName: attack } };
}

/** @returns the visible text of the HTML part */
function visible(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const text = body.replace(/<!--.*?-->/gs, '').replace(/<[^>]+>/g, ' ');
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).replace(/ +/g, ' ');
}

describe('the verification mail', () => {
  it('is written in German, with the link and its expiry in German time', async () => {
    const mail = await renderMail('verification', 'de', verification);
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
    const mail = await renderMail('verification', 'en', verification);
    expect(mail.subject).toBe('Confirm your email address for Musterladen');
    expect(mail.text).toContain('Hello Änne Müller,');
    expect(mail.text).toContain('valid until 22 November 2026 at 04:52 CET.');
    expect(mail.html).toContain('lang="en"');
  });

  it.each([
    ['de', ['klick bitte nicht auf den Link', '„Passwort vergessen?“']],
    ['en', ['please do not click the link', '“Forgot password?”']],
  ] as const)('tells a recipient who has opened no account what to do (%s)', async (locale, messages) => {
    const { text } = await renderMail('verification', locale, verification);
    for (const expected of messages) expect(text!.replaceAll(/\s+/g, ' ')).toContain(expected);
  });

  it.each([null, '  ', 'Win now at www.evil.example', 'https://evil.example', 'free.money', 'x'.repeat(61)])(
    'greets without a name when the name is missing or looks like a link: %p',
    async (name) => {
      const { text } = await renderMail('verification', 'de', { ...verification, name });
      expect(text).toContain('\n\nHallo,\n\n');
    },
  );
});

describe('the receipt', () => {
  it.each(locales)('names pattern, seller and price (%s)', async (locale) => {
    const mail = await renderMail('receipt', locale, receipt);
    expect(mail.subject).toContain('SM-2026-000123: Sommerkleid „Lina“');
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    const vat = { de: 'inkl. 19 % MwSt. (2,06\u00A0€, Deutschland)', en: 'incl. 19 % VAT (2,06\u00A0€, Germany)' };
    const price = `12,90\u00A0€ ${vat[locale]}`;
    const sellerEnd = ['Musterladen GmbH', 'Beispielweg 1', '12345 Beispielstadt', 'Deutschland', 'DE000000000'];
    const { orderNumber, patternTitle, designerName, buyerEmail } = receipt;
    const details = [orderNumber, patternTitle, designerName, buyerEmail, moment, price];
    for (const part of [mail.text, visible(mail.html)]) {
      for (const item of [...details, ...sellerEnd, seller.email]) expect(part).toContain(item);
    }
    expect(mail.text).toContain(`\n${receipt.link}\n`);
    expect(mail.html).toContain(`href="${receipt.link}"`);
  });

  it.each(locales)('repeats the waiver with its version, language and time (%s)', async (locale) => {
    const { text, html } = await renderMail('receipt', locale, receipt);
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

  it.each(locales)('explains the right of withdrawal when it was not waived (%s)', async (locale) => {
    const { text, html } = await renderMail('receipt', locale, { ...receipt, waiver: null });
    expect(text).toContain(locale === 'de' ? 'innerhalb von 14 Tagen' : 'within 14 days');
    expect(text).toContain('\nhttps://shop.example/widerruf\n');
    expect(text).toContain(locale === 'de' ? '| Hiermit widerrufe ich' : '| I hereby give notice');
    expect(text).toContain('Musterladen GmbH, Beispielweg 1, 12345 Beispielstadt, Deutschland, hilfe@shop.example');
    expect(html).toContain('href="https://shop.example/widerruf"');
  });

  it('mentions no payment, VAT or withdrawal for a free pattern', async () => {
    const free = { ...receipt, price: { cents: 0, currency: 'EUR' }, vat: { rate: 19, cents: 0 } };
    for (const props of [free, { ...free, waiver: null }]) {
      const { text } = await renderMail('receipt', 'de', props);
      expect(text).toContain('Bezahlen musst du nichts.');
      expect(text).toContain('\nPreis: Kostenlos\n');
      expect(text).not.toMatch(/Zahlung ist|MwSt|widerr|zahlen wir/i);
      expect((await renderMail('receipt', 'en', props)).text).toContain('\nPrice: Free\n');
    }
  });

  it('names the VAT only when it was charged', async () => {
    const priceIn = async (locale: Language, vat: typeof receipt.vat, country: string) =>
      /^Pr(?:eis|ice): (.+)$/m.exec((await renderMail('receipt', locale, { ...receipt, vat, country })).text)![1];
    const finnish = { rate: 25.5, cents: 262 };
    expect(await priceIn('de', finnish, 'FI')).toBe('12,90\u00A0€ inkl. 25,5 % MwSt. (2,62\u00A0€, Finnland)');
    expect(await priceIn('en', finnish, 'FI')).toBe('12,90\u00A0€ incl. 25.5 % VAT (2,62\u00A0€, Finland)');
    expect(await priceIn('en', { rate: 0, cents: 0 }, 'US')).toBe('12,90\u00A0€');
    expect(await priceIn('en', null, 'SE')).toBe('12,90\u00A0€ incl. VAT');
  });

  it('does not break order numbers and addresses that fit on one line', async () => {
    const { html } = await renderMail('receipt', 'de', receipt);
    const unbroken = [...html.matchAll(/<span style="display:inline-block[^>]*>([^<]+)<\/span>/g)].map(
      ([, part]) => part,
    );
    const { orderNumber } = receipt;
    expect(unbroken).toEqual([orderNumber, 'anne@mail.example', seller.email, orderNumber, seller.email]);
  });

  it.each(locales)('suggests an account only to guests, like the mail about the copies (%s)', async (locale) => {
    for (const mail of ['receipt', 'copyReady'] as const) {
      const messages = mailMessages[locale][mail];
      const render = async (guest: boolean) => (await renderMail(mail, locale, { ...sampleMails[mail], guest })).text;
      expect(await render(true)).toContain(messages.guest);
      expect(await render(false)).toContain(messages.signIn);
      expect(await render(false)).not.toMatch(/ohne Konto|without an account/);
    }
  });

  it('shows prices in the currency of the order, with or without minor units', () => {
    expect(formatPrice({ cents: 123456, currency: 'EUR' })).toBe('1.234,56\u00A0€');
    expect(formatPrice({ cents: 990, currency: 'CHF' })).toBe('9,90\u00A0CHF');
    expect(formatPrice({ cents: 1500, currency: 'JPY' })).toBe('1.500\u00A0¥');
  });
});

describe('the mails about security', () => {
  it.each(locales)('names the time at which a password was changed (%s)', async (locale) => {
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    expect((await renderMail('passwordChanged', locale, sampleMails.passwordChanged)).text).toContain(moment);
  });

  it.each(locales)('names the time of the erasure and the data with legal retention (%s)', async (locale) => {
    const { text } = await renderMail('deletionRequested', locale, sampleMails.deletionRequested);
    expect(text).toContain(locale === 'de' ? '28. November 2026 um 04:52 MEZ' : '28 November 2026 at 04:52 CET');
    expect(text).toMatch(/147 AO/);
  });
});

describe('the other mails', () => {
  it.each(locales)('names the refunded amount, the expected arrival and the end of access (%s)', async (locale) => {
    const { text } = await renderMail('refunded', locale, sampleMails.refunded);
    expect(text).toContain('12,90\u00A0€');
    expect(text).toContain(locale === 'de' ? '5 bis 10 Bankarbeitstage' : '5 to 10 bank working days');
    expect(text).toContain(locale === 'de' ? 'Zugriff auf das Schnittmuster ist damit beendet' : 'ends your access');
  });

  it.each(locales)('names the reason of the refund, and that the first of two orders remains (%s)', async (locale) => {
    const textOf = async (why: 'chargeback' | 'paid-twice' | 'pattern-hidden') =>
      (await renderMail('refunded', locale, { ...sampleMails.refunded, why })).text;
    expect(await textOf('chargeback')).toContain(locale === 'de' ? 'deine Bank hat' : 'Your bank has');
    expect(await textOf('chargeback')).not.toMatch(/5 (bis|to) 10/);
    const twice = await textOf('paid-twice');
    expect(twice).toContain(locale === 'de' ? 'Deine erste Bestellung bleibt' : 'Your first order stays');
    expect(twice).not.toMatch(/lösche Dateien|delete any files/);
    const hidden = await textOf('pattern-hidden');
    expect(hidden).toContain(locale === 'de' ? 'aus dem Verkauf genommen' : 'off sale');
    expect(hidden).not.toMatch(/lösche Dateien|delete any files/);
  });

  it.each(locales)('confirms a withdrawal with content, time and next steps (%s)', async (locale) => {
    const { withdrawalReceived: sample } = sampleMails;
    const { text } = await renderMail('withdrawalReceived', locale, sample);
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    const { by, contract, email } = sample.declared!;
    for (const expected of [sample.text, contract, by, email, sample.reference, moment])
      expect(text).toContain(expected);
    const { next } = mailMessages[locale].withdrawalReceived;
    expect(text).toContain(next.review);
    const paid = await renderMail('withdrawalReceived', locale, { ...sample, outcome: 'refund' });
    expect(paid.text).toContain(next.refund);
    const partly = await renderMail('withdrawalReceived', locale, { ...sample, refunded: ['PP-2026-000007'] });
    expect(partly.text).toContain(next.partly.replace('{orders}', 'PP-2026-000007'));
    expect(partly.text).not.toContain(next.review);
    // A mail to an unproven address contains no text that its sender could choose.
    const unproven = { ...sample, declared: null, orders: ['PP-2026-000008'] };
    const mailText = (await renderMail('withdrawalReceived', locale, unproven)).text!;
    for (const expected of [sample.text, 'PP-2026-000008', sample.reference, moment])
      expect(mailText).toContain(expected);
    for (const expected of [by, email]) expect(mailText).not.toContain(expected);
    expect(mailText.replaceAll(/\s+/g, ' ')).toContain(mailMessages[locale].withdrawalReceived.unproven);
  });

  it('lists every downloadable file', async () => {
    const { text, html } = await renderMail('copyReady', 'de', sampleMails.copyReady);
    for (const file of sampleMails.copyReady.files) {
      expect(text).toContain(`\n- ${file}\n`);
      expect(visible(html)).toContain(file);
    }
  });

  it('mentions invoices after an erasure only when some are kept', async () => {
    const kept = await renderMail('accountErased', 'de', sampleMails.accountErased);
    expect(kept.text).toContain('noch bis zum 31. Dezember 2034 auf');
    const none = await renderMail('accountErased', 'de', { ...sampleMails.accountErased, keptUntil: null });
    expect(none.text).not.toContain('Rechnungen');
  });

  it('omits an empty changelog of a new version', async () => {
    const { patternTitle, link } = sampleMails.newVersion;
    const { text } = await renderMail('newVersion', 'de', { patternTitle, link, changelog: '', seller });
    expect(text).not.toContain(mailMessages.de.newVersion.changes);
    expect(text).not.toContain('Eine Datei');
  });

  it('formats sizes and dates in the language of the mail', () => {
    expect([formatSize(1_430_000, 'de'), formatSize(1_430_000, 'en')]).toEqual(['1,4 MB', '1.4 MB']);
    expect([formatSize(0, 'de'), formatSize(48_600_000, 'de')]).toEqual(['1 kB', '49 MB']);
    expect(formatDay(new Date('2026-12-31T23:30:00Z'), 'en')).toBe('1 January 2027');
  });
});

describe('every mail', () => {
  const mails = (Object.keys(sampleMails) as (keyof MailProps)[]).flatMap((mail) =>
    locales.map((locale) => ({ mail, locale, rendered: () => renderMail(mail, locale, sampleMails[mail]) })),
  );

  it.each(mails)('has the same content in plain text and HTML ($mail, $locale)', async ({ rendered, locale, mail }) => {
    const { subject, text, html } = await rendered();
    const messages: Record<string, unknown> = mailMessages[locale][mail];
    const shown = visible(html);
    const onlyForHtml = new Set([messages.subject, messages.preview]);
    for (const entry of Object.values(messages)) {
      if (typeof entry !== 'string' || entry.includes('{') || onlyForHtml.has(entry)) continue;
      expect({ entry, inText: text.includes(entry) }).toEqual({ entry, inText: shown.includes(entry) });
    }
    expect(subject).not.toMatch(/\{\w+\}|undefined/);
    expect(html).not.toMatch(/\{\w+\}|undefined|\[object/);
    expect(text).not.toMatch(/[<>]\w|&\w+;|undefined|null|\[object|\{\w+\}/);
    expect(text).not.toMatch(/\n{3,}/);
  });

  it.each(mails)('loads no resources and contains only the given links ($mail, $locale)', async ({ rendered }) => {
    const { html } = await rendered();
    expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|\ssrc=/i);
    const urls = [...html.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([url]) => url.replaceAll('&amp;', '&'));
    const doctype = 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd';
    const expected = new Set([doctype, verification.link, receipt.link]);
    expect(urls.filter((url) => !expected.has(url))).toEqual([]);
  });

  it.each(mails)('shows hostile text escaped and on one line ($mail, $locale)', async ({ mail, locale }) => {
    const { subject, html, text } = await renderMail(mail, locale, withHostileTexts(sampleMails[mail]));
    expect(subject).not.toMatch(/[\p{Cc}\u202E]/u);
    expect(subject).toContain('<script>alert(1)</script> " \' Bcc: everybody@evil.example');
    expect(html).not.toMatch(/<script|\u202E/);
    expect(html).toContain('&lt;script&gt;');
    expect(text).not.toMatch(/\r|^Bcc:|\u202E/m);
  });

  it('has the same messages with the same placeholders in both languages', () => {
    const placeholders = (messages: object): string[] =>
      Object.entries(messages).flatMap(([key, entry]) =>
        typeof entry === 'string'
          ? [`${key} ${[...entry.matchAll(/\{\w+\}/g)].map(String).sort().join()}`]
          : placeholders(entry as object).map((inner) => `${key}.${inner}`),
      );
    expect(placeholders(mailMessages.en)).toEqual(placeholders(mailMessages.de));
  });

  it('uses a font size of at least 14 px', async () => {
    const { html } = await renderMail('receipt', 'de', { ...receipt, waiver: null });
    const sizes = [...html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
  });
});
