import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { MATRIX } from './access-matrix.js';
import { CALLS, callsDocument, TEXTS } from './documented-calls.js';
import { ROOT } from './support/cruise.js';
import { filesLike, textOf } from './support/source-files.js';
import { expectsText, namesRoute, runsTest } from './support/test-titles.js';

const DOCUMENT = 'docs/calls.md';

describe('what is documented', () => {
  it('is served, call for call', () => {
    const routes = CALLS.map(({ call, route }) => (route ?? call).replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter((route) => !(route in MATRIX))).toEqual([]);
  });

  it('is shown by the test that is named', () => {
    const missing = CALLS.filter(({ test: [file, name] }) => !runsTest(textOf(file), name));
    expect(missing.map(({ call, test }) => [call, ...test])).toEqual([]);
  });

  it('is asked for in the file of that test, or by the function that is named', () => {
    const unasked = CALLS.filter(({ call, route = call, test: [file], through }) => {
      if (!through) return !namesRoute(textOf(file), route);
      const [helper, name] = through;
      return !(new RegExp(`\\b${name}\\(`).test(textOf(file)) && namesRoute(textOf(helper), route));
    });
    expect(unasked.map(({ call, test: [file] }) => [call, file])).toEqual([]);
  });

  it('is said in these very words', () => {
    expect(TEXTS.filter(([text, file]) => !expectsText(textOf(file), text))).toEqual([]);
    const backend = filesLike('backend/src/**/*.ts').map(textOf).join('\n');
    expect(TEXTS.filter(([text]) => !backend.includes(text.slice(-20))).map(([text]) => text)).toEqual([]);
  });

  it('would be missed if its test were left out, or asked for something else', () => {
    const text = [
      `describe('a shop', () => {`,
      `  it('sells', async () => {`,
      `    expect((await get(\`/api/orders/\${id}/bill\`)).body.message).toBe('Thank you');`,
      `    await note('Not expected');`,
      `  });`,
      `});`,
    ].join('\n');
    expect(runsTest(text, 'sells')).toBe(true);
    for (const [run, left] of [
      ['it(', 'it.skip('],
      ['it(', 'it.todo('],
      ['describe(', 'describe.skip('],
      ['  it(', '  // it('],
      ['it(', 'call('],
    ] as const) {
      expect([left, runsTest(text.replace(run, left), 'sells')]).toEqual([left, false]);
    }
    expect([expectsText(text, 'Thank you'), expectsText(text, 'Not expected')]).toEqual([true, false]);
    const routes = [
      'GET /api/orders/{id}/bill',
      'GET /api/orders/{id}',
      'GET /api/orders',
      'GET /api/others/{id}/bill',
    ];
    expect(routes.map((route) => namesRoute(text, route))).toEqual([true, false, false, false]);
  });

  it('stands in docs/calls.md as it is here', async () => {
    const { code: written } = await format(DOCUMENT, callsDocument(), { printWidth: 120 });
    if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, DOCUMENT), written);
    expect(textOf(DOCUMENT)).toBe(written);
  });
});
