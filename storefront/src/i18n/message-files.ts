export type MessageFiles = Record<string, () => Promise<Record<string, unknown>>>;

/** The files of all namespaces but the shared ones, each a chunk of its own: a screen loads those that it needs. */
export const messageFiles: MessageFiles = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/*/{common,errors,pattern}.json'],
  { import: 'default' },
);
