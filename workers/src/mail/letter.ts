/** One paragraph-sized part of a mail. Both parts of a mail, HTML and plain text, are made from the same blocks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'action'; label: string; url: string; fallback: string }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'quote'; text: string; language: string }
  | { kind: 'form'; lines: string[] };

export interface Letter {
  subject: string;
  /** What the inbox shows beside the subject. */
  preview: string;
  title: string;
  blocks: Block[];
}
