export type WordFiles = Record<string, () => Promise<Record<string, unknown>>>;

/** Every file of words, each a chunk of its own: a screen loads those that it says (app/routes.tsx). */
export const wordFiles: WordFiles = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  import: 'default',
});
