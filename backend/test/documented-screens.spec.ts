import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { findTexts, runs, screensDocument } from './documented-screens.js';
import { STATES } from './documented-states.js';
import { ROOT } from './support/cruise.js';
import { textOf } from './support/source-files.js';

const DOCUMENT = 'docs/screens.md';

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

  it('stands in docs/screens.md as it is here', async () => {
    const written = await format(screensDocument(STATES), { parser: 'markdown', printWidth: 120 });
    if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, DOCUMENT), written);
    expect(textOf(DOCUMENT)).toBe(written);
  });
});
