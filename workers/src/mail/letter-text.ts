import type { Language } from '#backend/platform/language.js';
import type { Block, MailContent } from './mail-content.js';
import { type Seller, sellerLines } from './seller.js';
import { fill, mailWords } from './mail-words.js';

/** The plain-text part: complete in itself, one blank line between paragraphs, every link on its own line. */
export function letterText(letter: MailContent, seller: Seller, locale: Language): string {
  const words = mailWords[locale].letter;
  const contact = fill(words.contact, { email: seller.email });
  // "-- " alone on a line is the customary start of a signature, which mail programs set apart.
  const footer = ['-- ', ...sellerLines(seller, words), contact].join('\n');
  return [underlined(letter.title, '='), ...letter.blocks.map(blockText), footer].join('\n\n') + '\n';
}

/** One block as plain text, without the blank lines around it. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return underlined(block.text, '-');
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
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
