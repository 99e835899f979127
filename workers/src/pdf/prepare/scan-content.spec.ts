import * as fc from 'fast-check';
import { scanContent, type OpenContent } from './scan-content.js';

const scan = (content: string): OpenContent => scanContent(Buffer.from(content, 'latin1'));
const balanced: Omit<OpenContent, 'depth'> = {
  saves: 0,
  extraRestores: 0,
  markedContent: 0,
  textObject: false,
  path: false,
  closers: '',
  doubtful: false,
};

describe('scanning page content finds', () => {
  it.each<[string, string, Partial<OpenContent>]>([
    ['nothing, on an empty page', '', {}],
    ['nothing, on an ordinary page', 'q 1 0 0 1 5 5 cm BT /F 9 Tf (q) Tj ET 0 0 9 9 re f Q', {}],
    ['two saved graphics states', 'q q 0 0 m 1 1 l S q Q', { saves: 2 }],
    ['restores without a save, even when a save follows', 'Q Q q', { saves: 1, extraRestores: 2 }],
    ['marked content', '/OC /L1 BDC /P BMC EMC', { markedContent: 1 }],
    ['a text object', 'BT /F 9 Tf (a) Tj', { textObject: true }],
    ['a path that is not painted', '0 0 m 9 9 l W', { path: true }],
    ['a string', 'BT (never (closed', { textObject: true, closers: '))' }],
    ['a string that ends in a backslash', '(abc\\', { closers: ')' }],
    ['a hex string', '<4142', { closers: '>' }],
    ['an array in a dictionary', '/P <</A [1 2', { closers: ']>>' }],
    ['inline image data', 'BI /W 1 /H 1 ID \x00\x01', { closers: ' EI' }],
    ['an inline image without data', 'BI /W 1', { closers: ' ID EI' }],
    ['nothing, for operators in strings, names and comments', '(q BT) /q % q BT (\n<71> Tj [(q) 3 (BT)] TJ', {}],
    ['nothing, when EI occurs inside image data', 'BI /W 9 /H 9 ID \x00 EI \xff\x01 q q\nEI q Q', {}],
    ['nothing, for escaped parentheses', '(\\( \\\\) Tj (\\)) Tj', {}],
  ])('what the content leaves open: %s', (_, content, expected) => {
    expect(scan(content)).toMatchObject({ ...balanced, ...expected });
  });

  it.each([
    ['', 0],
    ['q q Q q q Q Q Q q', 3],
    ['Q Q q q', 4],
  ])('the maximum nesting depth of graphics states: for %j it is %d', (content, depth) => {
    expect(scan(content).depth).toBe(depth);
  });

  it.each([
    ['0 0 cm', true],
    ['1 0 0 1 0 0 cm 9 9 9 9 9 9 re f', false],
    ['/F Tf', true],
    ['BT /F 9 Tf [(a) 3 <62>] TJ 3 4 (a) " ET', false],
    ['9 /F Tf', true],
    ['0 0 re', true],
    ['Do', true],
    ['5 Do', true],
    ['/a 0 0 1 0 0 cm', true],
    ['/P /L1 BDC EMC /P <</MCID 1>> BDC EMC /Q BMC EMC', false],
    ['/P 1 BDC EMC', true],
    ['BI /W 1 /H 1 /BPC 8 /CS /G ID \x01 EI', false],
    ['BI /W /H ID \x01 EI', true],
    ['BI EI', true],
    ['EI', true],
    ['foo', true],
    ['1 2 ] g', true],
    ['1e3 0 0 1 0 0 cm', true],
    ['-.5 +3 m 1. 2 l S true pop', true],
    ['/Cs cs .1 .2 /P scn 0 0 1 1 K [] 0 d 0 J -.5 w', false],
  ])(
    'whether a wrong instruction could make a PDF reader stop drawing: for %j the result is %j',
    (content, doubtful) => {
      expect(scan(content).doubtful).toBe(doubtful);
    },
  );

  it('characters that close any content completely', () => {
    const fragment = fc.constantFrom(
      '(',
      ')',
      '<',
      '>',
      '<<',
      '>>',
      '[',
      ']',
      '\\',
      '%',
      '\n',
      '/N',
      ' ',
      'BI',
      'ID',
      'EI',
      'q',
      '1',
      '\xff',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const content = fragments.join('');
        expect(scan(`${content}\n${scan(content).closers}\n`).closers).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('everything within three seconds, even in hostile content', () => {
    const started = performance.now();
    scan('(\\'.repeat(500_000));
    scan('ID '.repeat(300_000));
    scan('['.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
