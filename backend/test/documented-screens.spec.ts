import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { findTexts, runs, statesIn, textsTable } from './documented-screens.js';
import { ROOT } from './support/cruise.js';
import { textOf } from './support/source-files.js';

const DOCUMENT = 'docs/screens.md';
const STATES = statesIn(textOf(DOCUMENT));

describe('what the specification says of screens', () => {
  it('is drawn, each state by a file that exists', () => {
    expect(STATES.length).toBeGreaterThan(60);
    expect(STATES.filter(({ drawnBy }) => !existsSync(join(ROOT, drawnBy)))).toEqual([]);
  });

  it('is looked at by the test that is named', () => {
    const missing = STATES.filter(({ test: [file, title] }) => !existsSync(join(ROOT, file)) || !runs(file, title));
    expect(missing.map(({ screen, state, test }) => [screen, state, ...test])).toEqual([]);
  });

  it('is said in these very words, somewhere', () => {
    const unsaid = findTexts().filter(({ saidBy }) => saidBy.length === 0);
    expect(unsaid.map(({ screen, text }) => [screen, text])).toEqual([]);
  });

  it('is read by a test', () => {
    const unread = findTexts().filter(({ readBy }) => readBy.length === 0);
    expect(unread.map(({ screen, text }) => [screen, text])).toEqual([]);
  });

  it('is found in docs/screens.md where it was found in the code', async () => {
    const written = textOf(DOCUMENT);
    const kept = written.slice(0, written.indexOf('\n| ', written.indexOf('## Texts')) + 1);
    const { code: found } = await format(DOCUMENT, kept + textsTable(), { printWidth: 120 });
    if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, DOCUMENT), found);
    expect(textOf(DOCUMENT)).toBe(found);
  });
});
