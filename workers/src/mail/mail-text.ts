import type { Language } from '#backend/platform/language.js';
import type { Block, MailContent } from './mail-content.js';
import { type Seller, sellerLines } from './seller.js';
import { fill, mailMessages } from './mail-messages.js';

/** The plain-text part with the full content: one blank line between paragraphs, every link on a separate line. */
export function mailText(content: MailContent, seller: Seller, locale: Language): string {
  const messages = mailMessages[locale].frame;
  const contact = fill(messages.contact, { email: seller.email });
  // "-- " on a line marks the start of a signature for mail programs.
  const footer = ['-- ', ...sellerLines(seller, messages), contact].join('\n');
  return [underlined(content.title, '='), ...content.blocks.map(blockText), footer].join('\n\n') + '\n';
}

/** One block as plain text, without the blank lines around it. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return underlined(block.text, '-');
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

function underlined(text: string, mark: string): string {
  return `${text}\n${mark.repeat([...text].length)}`;
}
