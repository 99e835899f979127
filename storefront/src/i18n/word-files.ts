/** Every file of words, each a chunk of its own: a screen loads those that it says (app/routes.tsx). */
export const wordFiles = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', { import: 'default' });
