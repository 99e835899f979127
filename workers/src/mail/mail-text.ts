import type { Language } from '#backend/platform/language.js';
import type { Block, MailContent } from './mail-content.js';
import { type Seller, sellerLines } from './seller.js';
import { fill, mailMessages } from './mail-messages.js';

/** @returns the plain-text part. It has the same content as the HTML part, and every link is on its own line */
export function mailText(content: MailContent, seller: Seller, locale: Language): string {
  const messages = mailMessages[locale].frame;
  const contact = fill(messages.contact, { email: seller.email });
  // Mail programs treat the text after the line "-- " as a signature.
  const footer = ['-- ', ...sellerLines(seller, messages), contact].join('\n');
  return [underline(content.title, '='), ...content.blocks.map(blockText), footer].join('\n\n') + '\n';
}

/** @returns one block as plain text, without blank lines before or after it */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return underline(block.text, '-');
    case 'details':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'action':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return `> ${block.text}`;
    case 'form':
      return block.lines.map((line) => `| ${line}`).join('\n');
  }
}

function underline(text: string, mark: string): string {
  return `${text}\n${mark.repeat([...text].length)}`;
}
