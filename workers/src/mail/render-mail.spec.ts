import type { Language } from '#backend/platform/language.js';
import { sellerFrom } from './seller.js';
import { formatPrice } from './mail-format.js';
import { mailWords } from './mail-words.js';
import { renderMail } from './render-mail.js';
import type { ReceiptProps } from './templates/receipt.js';
import type { VerificationProps } from './templates/verification.js';

const seller = sellerFrom({
  shopName: 'Musterladen',
  supportEmail: 'hilfe@shop.example',
  seller: {
    name: 'Musterladen GmbH',
    address: 'Beispielweg 1, 12345 Beispielstadt\nDeutschland',
    vatId: 'DE000000000',
  },
});
const verification: VerificationProps = {
  name: 'Änne Müller',
  link: 'https://shop.example/verify-email?token=abc&lang=de',
  expiresAt: new Date('2026-11-22T03:52:00Z'),
  seller,
};
const waiver = {
  text: 'Ich stimme zu, dass die Lieferung sofort beginnt, und weiß, dass mein Widerrufsrecht damit erlischt.',
  version: '2026-06',
  locale: 'de' as const,
  acceptedAt: new Date('2026-11-21T03:51:00Z'),
};
const receipt: ReceiptProps = {
  orderNumber: 'SM-2026-000123',
  patternTitle: 'Sommerkleid „Lina“',
  designerName: 'Atelier Nadel & Faden',
  price: { cents: 1290, currency: 'EUR' },
  purchasedAt: new Date('2026-11-21T03:52:00Z'),
  buyerEmail: 'anne@mail.example',
  link: 'https://shop.example/download/0192',
  waiver,
  withdrawalLink: 'https://shop.example/widerruf',
  seller,
};
const locales: Language[] = ['de', 'en'];
const attack = '<script>alert(1)</script>\r\nBcc: everybody@evil.example\u202E';

/** What a reader of the HTML part sees. */
function visible(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const text = body.replace(/<!--.*?-->/gs, '').replace(/<[^>]+>/g, ' ');
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity).replace(/ +/g, ' ');
}

describe('the verification mail', () => {
  it('asks in German, with the link and the moment it ends in the time of the shop', async () => {
    const mail = await renderMail('verification', 'de', verification);
    expect(mail.subject).toBe('Bestätige deine E-Mail-Adresse für Musterladen');
    for (const part of [mail.text, visible(mail.html)]) {
      expect(part).toContain('Hallo Änne Müller,');
      expect(part).toContain('Der Link gilt bis 22. November 2026 um 04:52 MEZ.');
    }
    expect(mail.text).toContain(`\n${verification.link}\n`);
    expect(mail.html).toContain('href="https://shop.example/verify-email?token=abc&amp;lang=de"');
    expect(mail.html).toContain('lang="de"');
  });

  it('asks in English', async () => {
    const mail = await renderMail('verification', 'en', verification);
    expect(mail.subject).toBe('Confirm your email address for Musterladen');
    expect(mail.text).toContain('Hello Änne Müller,');
    expect(mail.text).toContain('valid until 22 November 2026 at 04:52 CET.');
    expect(mail.html).toContain('lang="en"');
  });

  it.each([null, '  ', 'Win now at www.evil.example', 'https://evil.example', 'free.money', 'x'.repeat(61)])(
    'greets without a name when the name is missing or reads like a link: %p',
    async (name) => {
      const { text } = await renderMail('verification', 'de', { ...verification, name });
      expect(text).toContain('\n\nHallo,\n\n');
    },
  );
});

describe('the receipt', () => {
  it.each(locales)('repeats what was bought, from whom and for how much (%s)', async (locale) => {
    const mail = await renderMail('receipt', locale, receipt);
    expect(mail.subject).toContain('SM-2026-000123: Sommerkleid „Lina“');
    const moment = locale === 'de' ? '21. November 2026 um 04:52 MEZ' : '21 November 2026 at 04:52 CET';
    const price = locale === 'de' ? '12,90\u00A0€ inkl. MwSt.' : '12,90\u00A0€ incl. VAT';
    const sellerEnd = ['Musterladen GmbH', 'Beispielweg 1', '12345 Beispielstadt', 'Deutschland', 'DE000000000'];
    const facts = [receipt.orderNumber, receipt.patternTitle, receipt.designerName, receipt.buyerEmail, moment, price];
    for (const part of [mail.text, visible(mail.html)]) {
      for (const fact of [...facts, ...sellerEnd, seller.email]) expect(part).toContain(fact);
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

  it('does not speak of a payment for a free pattern', async () => {
    const { text } = await renderMail('receipt', 'de', { ...receipt, price: { cents: 0, currency: 'EUR' } });
    expect(text).toContain('Bezahlen musst du nichts.');
    expect(text).not.toContain('Zahlung ist');
  });

  it('shows prices in the currency of the order, with or without a smaller unit', () => {
    expect(formatPrice({ cents: 123456, currency: 'EUR' })).toBe('1.234,56\u00A0€');
    expect(formatPrice({ cents: 990, currency: 'CHF' })).toBe('9,90\u00A0CHF');
    expect(formatPrice({ cents: 1500, currency: 'JPY' })).toBe('1.500\u00A0¥');
  });
});

describe('every mail', () => {
  const all = locales.flatMap((locale) => [
    { mail: 'verification', locale, rendered: () => renderMail('verification', locale, verification) },
    { mail: 'receipt', locale, rendered: () => renderMail('receipt', locale, receipt) },
  ]);

  it.each(all)('says in plain text everything the HTML says ($mail, $locale)', async ({ rendered, locale, mail }) => {
    const { text, html } = await rendered();
    const words = mailWords[locale][mail === 'receipt' ? 'receipt' : 'verification'];
    const flat = text;
    const shown = visible(html);
    const onlyForHtml = new Set([words.fallback, words.subject, words.preview]);
    for (const word of Object.values(words)) {
      if (typeof word !== 'string' || word.includes('{') || onlyForHtml.has(word)) continue;
      expect({ word, inText: flat.includes(word) }).toEqual({ word, inText: shown.includes(word) });
    }
    expect(text).not.toMatch(/[<>]\w|&\w+;|undefined|null|\[object|\{\w+\}/);
    expect(text).not.toMatch(/\n{3,}/);
  });

  it.each(all)('loads nothing and leads nowhere but where it was told to ($mail, $locale)', async ({ rendered }) => {
    const { html } = await rendered();
    expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|\ssrc=/i);
    const urls = [...html.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([url]) => url.replaceAll('&amp;', '&'));
    const doctype = 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd';
    expect(new Set(urls.filter((url) => url !== doctype && url !== verification.link && url !== receipt.link))).toEqual(
      new Set(),
    );
  });

  it.each(locales)('shows hostile texts as harmless words on one line (%s)', async (locale) => {
    const mails = [
      await renderMail('verification', locale, { ...verification, seller: { ...seller, shopName: attack } }),
      await renderMail('receipt', locale, { ...receipt, patternTitle: attack, designerName: attack }),
    ];
    for (const { subject, html, text } of mails) {
      expect(subject).not.toMatch(/[\p{Cc}\u202E]/u);
      expect(subject).toContain('<script>alert(1)</script> Bcc: everybody@evil.example');
      expect(html).not.toMatch(/<script|\u202E/);
      expect(html).toContain('&lt;script&gt;');
      expect(text).not.toMatch(/\r|^Bcc:|\u202E/m);
    }
  });

  it('has the same words with the same placeholders in both languages', () => {
    const shape = (words: object): string[] =>
      Object.entries(words).flatMap(([key, word]) =>
        typeof word === 'string'
          ? [`${key} ${[...word.matchAll(/\{\w+\}/g)].map(String).sort().join()}`]
          : shape(word as object).map((inner) => `${key}.${inner}`),
      );
    expect(shape(mailWords.en)).toEqual(shape(mailWords.de));
  });

  it('is text of at least 14 px', async () => {
    const { html } = await renderMail('receipt', 'de', { ...receipt, waiver: null });
    const sizes = [...html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
  });
});
