import type { Language } from '#backend/platform/language.js';
import { mailMessages } from './mail-messages.js';
import { MAIL_NAMES, type MailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';
import type { Seller } from './seller.js';
import { sampleMails, seller, templates, visible } from '../../../backend/test/support/sample-mails.js';

const { verification, receipt } = sampleMails;
const locales: Language[] = ['de', 'en'];
const attack = '<script>alert(1)</script> " \'\r\nBcc: everybody@evil.example\u202E';

/** @returns the props of the same mail, with hostile text in every field that a user can choose */
function withHostileTexts<Props extends { seller: Seller }>(props: Props): Props {
  const userFields = ['patternTitle', 'designerName', 'kindName', 'changelog', 'orderNumber'];
  const presentFields = userFields.filter((key) => key in props);
  const texts = Object.fromEntries(presentFields.map((key) => [key, attack]));
  const declared = { by: attack, contract: attack, email: 'anne@mail.example' };
  if ('declared' in props) Object.assign(texts, { declared });
  return { ...props, ...texts, ...('files' in props && { files: [attack] }), seller: { ...seller, shopName: attack } };
}

describe('every mail', () => {
  const mails = MAIL_NAMES.flatMap((mail) => {
    const template: MailTemplate<{ seller: Seller }> = templates[mail];
    return locales.map((locale) => ({
      mail,
      locale,
      rendered: (change = <P extends { seller: Seller }>(props: P) => props) =>
        renderMail(template, locale, change(sampleMails[mail])),
    }));
  });

  it.each(mails)(
    'has the same content as plain text and as HTML ($mail, $locale)',
    async ({ rendered, locale, mail }) => {
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
    },
  );

  it.each(mails)(
    'loads no resource and contains only the links in its props ($mail, $locale)',
    async ({ rendered }) => {
      const { html } = await rendered();
      expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|\ssrc=/i);
      const urls = [...html.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([url]) => url.replaceAll('&amp;', '&'));
      const doctype = 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd';
      const expected = new Set([doctype, verification.link, receipt.link]);
      expect(urls.filter((url) => !expected.has(url))).toEqual([]);
    },
  );

  it.each(mails)('shows hostile text escaped and on one line ($mail, $locale)', async ({ rendered }) => {
    const { subject, html, text } = await rendered(withHostileTexts);
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

  it('uses a font size of at least 14 px (the receipt stands for all mails)', async () => {
    const { html } = await renderMail(templates.receipt, 'de', { ...receipt, waiver: null });
    const sizes = [...html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
  });
});
