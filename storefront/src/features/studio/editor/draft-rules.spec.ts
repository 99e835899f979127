import { describe, expect, it } from 'vitest';
import type { OwnPattern } from '../../../api/studio';
import { type Draft, toDraft, emptyDraft } from './draft';
import { parseCents, filledPart, mainLanguage, findProblems, serverProblems } from './draft-rules';
import { toForm, usedLanguages } from './to-form';
import { parseCells, written } from './table-changes';

const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  category: 'Dresses',
  level: 'Beginner',
  price: '12,90',
  de: { ...emptyDraft().de, title: 'Kleid Lina', description: 'Ein leichtes Kleid mit Taschen.' },
  ...changes,
});
const wrong = (changes: Partial<Draft>) => Object.keys(findProblems(draft(changes), ['de']));

describe('a price', () => {
  it.each([
    ['12,90', 1290],
    ['12.9', 1290],
    ['12', 1200],
    [' 12,90 € ', 1290],
    ['0', 0],
    ['250', 25_000],
  ])('typed as "%s" is %i cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each(['', 'zwölf', '12,901', '1.000', '-3', '12,', '1e3'])('is not "%s"', (text) =>
    expect(parseCents(text)).toBeNull(),
  );

  it.each(['0,50', '0,99', '250,01'])('of "%s" is outside the allowed range', (price) =>
    expect(wrong({ price })).toEqual(['price']),
  );
});

describe('a draft', () => {
  it('names each invalid field, with its language for a text', () => {
    const { de } = emptyDraft();
    expect(wrong({ de, category: '', price: '' })).toEqual(['title.de', 'description.de', 'category', 'price']);
  });

  it('is written in the language of the screen, unless only the other one has a title', () => {
    expect(mainLanguage(draft(), 'en')).toBe('de');
    expect(mainLanguage(draft(), 'de')).toBe('de');
    expect(mainLanguage(emptyDraft(), 'en')).toBe('en');
  });

  it('needs a title in the second language as soon as it has any text in it', () => {
    const en = { ...emptyDraft().en, notes: 'Runs large.' };
    expect(usedLanguages(draft({ en }), undefined, 'de')).toEqual(['de', 'en']);
    expect(usedLanguages(draft(), undefined, 'de')).toEqual(['de']);
    expect(Object.keys(findProblems(draft({ en }), ['de', 'en']))).toEqual(['title.en', 'description.en']);
  });

  it('refuses a table with a column that has no heading, and a length that is no number', () => {
    const chart = { columns: ['Größe', ''], rows: [['36', '84']] };
    expect(wrong({ de: { ...draft().de, size_chart: chart } })).toEqual(['size_chart.de']);
    expect(wrong({ fabric: { columns: ['', '140'], rows: [['36', 'viel']] } })).toEqual(['fabric']);
    expect(wrong({ fabric: { columns: ['', '140'], rows: [['36', '1,8']] } })).toEqual([]);
  });
});

describe('the body of the request', () => {
  const fabric = {
    columns: ['', '140', ''],
    rows: [
      ['36', '1,8', ''],
      ['38', '', ''],
      ['', '', ''],
    ],
  };
  const sent = toForm(draft({ fabric, sizes: '36, 38 ; 40', instructions: ['de'] }), undefined, 'de');

  it('contains minor units, lists and metres', () => {
    expect(sent).toMatchObject({
      title: 'Kleid Lina',
      language: 'de',
      price: 1290,
      sizes: ['36', '38', '40'],
      fabric: [{ width_cm: 140, meters: [{ size: '36', m: 1.8 }] }],
      instructions_languages: ['de'],
    });
    expect(sent).not.toHaveProperty('translations');
  });

  it('omits empty texts of a new translation, and contains all texts of a saved one', () => {
    const en = { ...emptyDraft().en, title: 'Lina dress', description: 'A light dress with pockets.' };
    const fresh = toForm(draft({ en }), undefined, 'de');
    expect(fresh.translations?.en).toEqual({ title: 'Lina dress', description: 'A light dress with pockets.' });
    const known = { language: 'de', translations: { en: { title: 'Lina' } } } as OwnPattern;
    expect(toForm(draft({ en }), known, 'de').translations?.en).toMatchObject({ materials: [], notes: '' });
  });

  it('becomes the same draft again', () => {
    const { translations: _, ...texts } = sent;
    const pattern = {
      ...sent,
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
  it('belong to the fields of the form, also when the API names them differently', () => {
    const fields = ['title', 'translations.en.description', 'difficulty_level', 'fabric.0.width_cm', 'price'];
    const details = fields.map((field) => ({ field, message: 'no' }));
    expect(Object.keys(serverProblems(details, 'de'))).toEqual([
      'title.de',
      'description.en',
      'level',
      'fabric',
      'price',
    ]);
  });
});

describe('a table', () => {
  it('accepts cells of a spreadsheet and grows for them', () => {
    const block = parseCells('Größe\tBrust\r\n36\t84\r\n')!;
    expect(written({ columns: [''], rows: [] }, 0, 0, block, { columns: 12, rows: 60 })).toEqual({
      columns: ['Größe', 'Brust'],
      rows: [['36', '84']],
    });
    expect(parseCells('84')).toBeNull();
  });

  it('does not grow beyond its limits', () => {
    const block = parseCells('a\tb\tc\nd\te\tf')!;
    expect(written({ columns: [''], rows: [['']] }, 0, 0, block, { columns: 2, rows: 1 })).toEqual({
      columns: ['a', 'b'],
      rows: [['d', 'e']],
    });
  });

  it('is sent without its empty rows and columns', () => {
    expect(
      filledPart({
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
