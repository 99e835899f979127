import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { MATRIX } from './access-matrix.js';
import { CALLS, callsDocument, TEXTS } from './documented-calls.js';
import { ROOT } from './support/cruise.js';
import { filesLike, textOf } from './support/source-files.js';

const DOCUMENT = 'docs/calls.md';

describe('what is documented', () => {
  it('is served, call for call', () => {
    const routes = CALLS.map(({ call, route }) => (route ?? call).replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter((route) => !(route in MATRIX))).toEqual([]);
  });

  it('is shown by the test that is named', () => {
    const missing = CALLS.filter(({ test: [file, name] }) => !textOf(file).includes(`'${name}'`));
    expect(missing.map(({ call, test }) => [call, ...test])).toEqual([]);
  });

  it('is said in these very words', () => {
    expect(TEXTS.filter(([text, file]) => !textOf(file).includes(text))).toEqual([]);
    const backend = filesLike('backend/src/**/*.ts').map(textOf).join('\n');
    expect(TEXTS.filter(([text]) => !backend.includes(text.slice(-20))).map(([text]) => text)).toEqual([]);
  });

  it('stands in docs/calls.md as it is here', async () => {
    const written = await format(callsDocument(), { parser: 'markdown', printWidth: 120 });
    if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, DOCUMENT), written);
    expect(textOf(DOCUMENT)).toBe(written);
  });
});
