/** One block of a mail. The HTML and the plain-text part are rendered from the same blocks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'details'; rows: [label: string, value: string][] }
  | { kind: 'list'; items: string[] }
  /** The main action as a button. `fallback` is the sentence before the plain link below the button. */
  | { kind: 'action'; label: string; url: string; fallback: string }
  | { kind: 'link'; label: string; url: string }
  /** `language` is the language of the quoted text; undefined when it is unknown. */
  | { kind: 'quote'; text: string; language?: string }
  /** A form that the recipient can fill in and return. */
  | { kind: 'form'; lines: string[] };

export interface MailContent {
  subject: string;
  /** Text that the inbox shows next to the subject. */
  preview: string;
  title: string;
  blocks: Block[];
}

/** Combines the texts of a mail with its blocks. */
export const mailContent = (
  { subject, preview, title }: Omit<MailContent, 'blocks'>,
  blocks: Block[],
): MailContent => ({ subject, preview, title, blocks });
