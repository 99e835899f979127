/** One paragraph-sized part of a mail. Both parts of a mail, HTML and plain text, are made from the same blocks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'list'; items: string[] }
  | { kind: 'action'; label: string; url: string; fallback: string }
  | { kind: 'link'; label: string; url: string }
  /** `language` is given where it is known and may differ from the mail's. */
  | { kind: 'quote'; text: string; language?: string }
  | { kind: 'form'; lines: string[] };

export interface MailContent {
  subject: string;
  /** What the inbox shows beside the subject. */
  preview: string;
  title: string;
  blocks: Block[];
}
