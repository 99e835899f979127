/** One block of a mail. The HTML and the plain-text part are rendered from the same blocks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'details'; rows: [label: string, value: string][] }
  | { kind: 'list'; items: string[] }
  | { kind: 'action'; label: string; url: string; fallback: string }
  | { kind: 'link'; label: string; url: string }
  /** `language` is set when it is known and can differ from the language of the mail. */
  | { kind: 'quote'; text: string; language?: string }
  | { kind: 'form'; lines: string[] };

export interface MailContent {
  subject: string;
  /** Preview text in the inbox. */
  preview: string;
  title: string;
  blocks: Block[];
}

/** Combines the texts of a mail with its blocks. */
export const mailContent = (
  { subject, preview, title }: Omit<MailContent, 'blocks'>,
  blocks: Block[],
): MailContent => ({ subject, preview, title, blocks });
