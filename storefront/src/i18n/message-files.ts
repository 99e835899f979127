export type MessageFiles = Record<string, () => Promise<Record<string, unknown>>>;

/** The message files of all namespaces except the shared ones. Each is a separate chunk that screens load on demand. */
export const messageFiles: MessageFiles = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/*/{common,errors,pattern}.json'],
  { import: 'default' },
);
