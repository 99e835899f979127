import * as fc from 'fast-check';
import { parseValue } from './parse-value.js';
import { PdfRef, PdfToken, serialise, type PdfValue } from './pdf-value.js';

const regular = 'ABCxyz0129#-_.+é*\'"!'.split('');
const word = fc.array(fc.constantFrom(...regular), { minLength: 1, maxLength: 8 }).map((chars) => chars.join(''));
const name = word.map((text) => `/${text}`);
const literal = fc
  .array(fc.constantFrom('a', ' ', '\\(', '\\)', '\\\\', '(x)', '<', '>', '[', '%', '/', '\n', '\\101'), {
    maxLength: 9,
  })
  .map((parts) => `(${parts.join('')})`);
const scalar: fc.Arbitrary<PdfValue> = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '0', '-12', '3.5', '-.002', '+7', '4.').map((text) => new PdfToken(text)),
  fc.oneof(name, literal, fc.constantFrom('<>', '<00ff>', '<A>')).map((text) => new PdfToken(text)),
  fc.tuple(fc.nat(99_999), fc.nat(3)).map(([number, generation]) => new PdfRef(number, generation)),
);
const value = fc.letrec<{ value: PdfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((entries) => new Map(entries)),
  ),
})).value;

describe('parseValue', () => {
  it('reads every value that `serialise` has written', () => {
    fc.assert(
      fc.property(value, (original) => {
        const text = serialise(original);
        expect(parseValue(`${text} `)).toEqual({ value: original, end: text.length + 1 });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a comment between key and value', '<</A %( >>\n1/B[2 0 R%]\r]>>', '<</A 1/B [2 0 R]>>'],
    ['values that no space separates', '[/A/B(c)<64>1 0 R/D<</E[]>>]', '[/A /B (c) <64> 1 0 R /D <</E []>>]'],
    ['numbers that look like references', '[1 0 2 0 R 3 0 Rx]', '[1 0 2 0 R 3 0 Rx]'],
    ['parentheses inside a string', '(a(b)\\)c)', '(a(b)\\)c)'],
  ])('parses %s', (_, text, expected) => {
    expect(serialise(parseValue(text).value)).toBe(expected);
  });

  it.each(['', '<</A', '<</A 1', '[1 2', '(abc', '(abc\\', '<616', '>>', '<<1 2>>', '['.repeat(5000)])(
    'refuses %p',
    (text) => {
      expect(() => parseValue(text)).toThrow(/ends|unexpected|key|nested/);
    },
  );
});
