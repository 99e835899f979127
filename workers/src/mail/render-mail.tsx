import type { Language } from '#backend/platform/language.js';
import { render } from '@react-email/render';
import { MailHtml } from './mail-html.js';
import { mailText } from './mail-text.js';
import type { MailTemplate } from './mail-template.js';
import { oneLine } from './mail-format.js';
import type { Seller } from './seller.js';

interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders a mail in one language. `oneLine` is applied to all texts in `props`, so that no text can add a line or a header.
 */
export async function renderMail<Props extends { seller: Seller }>(
  template: MailTemplate<Props>,
  locale: Language,
  props: Props,
): Promise<RenderedMail> {
  const safe = sanitise(props);
  const content = template.content(safe, locale);
  const html = await render(<MailHtml content={content} seller={safe.seller} locale={locale} />);
  return { subject: content.subject, html, text: mailText(content, safe.seller, locale) };
}

/** Applies `oneLine` to every string of a value. */
function sanitise<Value>(value: Value): Value {
  const sanitisePart = (part: unknown): unknown => {
    if (typeof part === 'string') return oneLine(part);
    if (Array.isArray(part)) return part.map(sanitisePart);
    if (part === null || typeof part !== 'object' || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, nested]) => [key, sanitisePart(nested)]));
  };
  return sanitisePart(value) as Value;
}
