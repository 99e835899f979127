/**
 * The screens that strangers see first, with the namespaces they say. Their files are named in the page that the server
 * sends (chunks.ts), so that the browser fetches them all at once.
 */
export const firstScreens = {
  home: { path: '/', file: 'home-page', words: ['home', 'catalogue'] },
  catalogue: { path: '/patterns', file: 'catalogue-page', words: ['catalogue'] },
  pattern: { path: '/patterns/:id', file: 'pattern-page', words: ['detail'] },
};
