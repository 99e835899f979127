import { describe, expect, it } from 'vitest';
import type { OwnPattern } from '../../../api/studio';
import { type Draft, emptyDraft, mainLanguage, toDraft, toForm, usedLanguages } from './draft';
import { findProblems, serverProblems } from './draft-rules';
import { parseCents, trimTable } from './draft-text';
import { parseCells, writeCells } from './table-changes';

const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  category: 'Dresses',
  level: 'Beginner',
  price: '12,90',
  de: { ...emptyDraft().de, title: 'Kleid Lina', description: 'Ein leichtes Kleid mit Taschen.' },
  ...changes,
});
const invalidFields = (changes: Partial<Draft>) => Object.keys(findProblems(draft(changes), ['de']));

describe('a price', () => {
  it.each([
    ['12,90', 1290],
    ['12.9', 1290],
    ['12', 1200],
    [' 12,90 € ', 1290],
    ['0', 0],
    ['250', 25_000],
  ])('typed as "%s" is %i cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each(['', 'zwölf', '12,901', '1.000', '-3', '12,', '1e3'])('cannot be "%s"', (text) =>
    expect(parseCents(text)).toBeNull(),
  );

  it.each(['0,50', '0,99', '250,01'])('of "%s" is outside the allowed range', (price) =>
    expect(invalidFields({ price })).toEqual(['price']),
  );
});

describe('a draft', () => {
  it('has a problem for each invalid field, and the problem of a text field names the language', () => {
    const { de } = emptyDraft();
    expect(invalidFields({ de, category: '', price: '' })).toEqual(['title.de', 'description.de', 'category', 'price']);
  });

  it('has the screen’s language as main language, unless only the other language has a title', () => {
    expect(mainLanguage(draft(), 'en')).toBe('de');
    expect(mainLanguage(draft(), 'de')).toBe('de');
    expect(mainLanguage(emptyDraft(), 'en')).toBe('en');
  });

  it('needs a title and a description in the second language as soon as it has any text in that language', () => {
    const en = { ...emptyDraft().en, notes: 'Runs large.' };
    expect(usedLanguages(draft({ en }), undefined, 'de')).toEqual(['de', 'en']);
    expect(usedLanguages(draft(), undefined, 'de')).toEqual(['de']);
    expect(Object.keys(findProblems(draft({ en }), ['de', 'en']))).toEqual(['title.en', 'description.en']);
  });

  it.each(['', '0', '1001', '2,5', 'viele', '-3'])('of a small series cannot have "%s" pieces', (pieces) => {
    expect(invalidFields({ licence: 'small-series', pieces })).toEqual(['pieces']);
    expect(invalidFields({ licence: 'commercial', pieces })).toEqual([]);
  });

  it('needs a heading for each column of the size chart, and a number for each length of fabric', () => {
    const chart = { columns: ['Größe', ''], rows: [['36', '84']] };
    expect(invalidFields({ de: { ...draft().de, size_chart: chart } })).toEqual(['size_chart.de']);
    expect(invalidFields({ fabric: { columns: ['', '140'], rows: [['36', 'viel']] } })).toEqual(['fabric']);
    expect(invalidFields({ fabric: { columns: ['', '140'], rows: [['36', '1,8']] } })).toEqual([]);
  });
});

describe('the body of the request that saves a pattern', () => {
  const fabric = {
    columns: ['', '140', ''],
    rows: [
      ['36', '1,8', ''],
      ['38', '', ''],
      ['', '', ''],
    ],
  };
  const body = toForm(draft({ fabric, sizes: '36, 38 ; 40', instructions: ['de'] }), undefined, 'de');

  it('contains the price in cents, the sizes as a list and the fabric in metres', () => {
    expect(body).toMatchObject({
      title: 'Kleid Lina',
      language: 'de',
      price: 1290,
      sizes: ['36', '38', '40'],
      fabric: [{ width_cm: 140, meters: [{ size: '36', m: 1.8 }] }],
      instructions_languages: ['de'],
    });
    expect(body).not.toHaveProperty('translations');
  });

  it('contains the licence, with a number of pieces only for a small series', () => {
    const licenceOf = (changes: Partial<Draft>) => toForm(draft(changes), undefined, 'de').licence;
    expect(licenceOf({})).toEqual({ kind: 'private', pieces: null });
    expect(licenceOf({ licence: 'small-series', pieces: ' 50 ' })).toEqual({ kind: 'small-series', pieces: 50 });
    expect(licenceOf({ licence: 'commercial', pieces: '50' })).toEqual({ kind: 'commercial', pieces: null });
  });

  it('omits the empty texts of a new translation, but contains the empty texts of a saved translation', () => {
    const en = { ...emptyDraft().en, title: 'Lina dress', description: 'A light dress with pockets.' };
    const form = toForm(draft({ en }), undefined, 'de');
    expect(form.translations?.en).toEqual({ title: 'Lina dress', description: 'A light dress with pockets.' });
    const saved = { language: 'de', translations: { en: { title: 'Lina' } } } as OwnPattern;
    expect(toForm(draft({ en }), saved, 'de').translations?.en).toMatchObject({ materials: [], notes: '' });
  });

  it('can be converted back to a draft, with numbers in the format of the language', () => {
    const { translations: _, ...texts } = body;
    const pattern = {
      ...body,
      translations: { de: texts },
      files: [],
      pictures: [],
    } as unknown as OwnPattern;
    expect(toDraft(pattern, 'de')).toMatchObject({
      price: '12,90',
      sizes: '36, 38, 40',
      fabric: { columns: ['', '140'], rows: [['36', '1,8']] },
    });
    expect(toDraft(pattern, 'en').price).toBe('12.90');
  });
});

describe('the problems that the server finds', () => {
  it('belong to the fields of the form, even when the API names the fields differently', () => {
    const fields = [
      'title',
      'translations.en.description',
      'difficulty_level',
      'fabric.0.width_cm',
      'price',
      'licence.pieces',
    ];
    const details = fields.map((field) => ({ field, message: 'no' }));
    expect(Object.keys(serverProblems(details, 'de'))).toEqual([
      'title.de',
      'description.en',
      'level',
      'fabric',
      'price',
      'pieces',
    ]);
  });
});

describe('a table', () => {
  it('grows to fit pasted cells of a spreadsheet', () => {
    const block = parseCells('Größe\tBrust\r\n36\t84\r\n')!;
    expect(writeCells({ columns: [''], rows: [] }, 0, 0, block, { columns: 12, rows: 60 })).toEqual({
      columns: ['Größe', 'Brust'],
      rows: [['36', '84']],
    });
    expect(parseCells('84')).toBeNull();
  });

  it('does not grow beyond its limits', () => {
    const block = parseCells('a\tb\tc\nd\te\tf')!;
    expect(writeCells({ columns: [''], rows: [['']] }, 0, 0, block, { columns: 2, rows: 1 })).toEqual({
      columns: ['a', 'b'],
      rows: [['d', 'e']],
    });
  });

  it('is sent without its empty rows and columns', () => {
    expect(
      trimTable({
        columns: ['Größe', ' ', 'Brust'],
        rows: [
          ['36', '', '84'],
          ['', '', ''],
        ],
      }),
    ).toEqual({
      columns: ['Größe', 'Brust'],
      rows: [['36', '84']],
    });
  });
});
