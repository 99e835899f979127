/**
 * The screens that new visitors open first, with the namespaces of their messages. The server lists the files of the
 * requested screen in the HTML page (chunks.ts), so that the browser fetches all of them in parallel.
 */
export const firstScreens = {
  home: { path: '/', file: 'home-page', namespaces: ['home', 'catalogue'] },
  catalogue: { path: '/patterns', file: 'catalogue-page', namespaces: ['catalogue'] },
  pattern: { path: '/patterns/:id', file: 'pattern-page', namespaces: ['detail'] },
};
