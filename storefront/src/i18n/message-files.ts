export type MessageFiles = Record<string, () => Promise<Record<string, unknown>>>;

/** The message files of all namespaces except those in shared-de.ts. Screens load each file as a separate chunk. */
export const messageFiles: MessageFiles = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/*/{common,errors,pattern}.json'],
  { import: 'default' },
);
