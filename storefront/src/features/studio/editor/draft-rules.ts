import type { FieldProblem } from '../../../api/api-error';
import type { Language } from '../../../api/types';
import { type Draft, type DraftTexts, LANGUAGES } from './draft';
import {
  parseCents,
  parseNumber,
  parsePieces,
  splitLines,
  splitSizes,
  splitTags,
  type Table,
  trimTable,
} from './draft-text';

/** Message keys by field: `price`, or `title.de` for a field that exists in each language. */
export type Problems = Record<string, string>;

const countCharacters = (text: string) => [...text.trim()].length;
const isLengthWithin = (text: string, min: number, max: number) =>
  countCharacters(text) >= min && countCharacters(text) <= max;
const isListWithin = (list: string[], maxEntries: number, maxCharacters: number) =>
  list.length <= maxEntries && list.every((entry) => countCharacters(entry) <= maxCharacters);

/** The same limits as in the API, so that the form shows a problem before the request. */
const TEXT_RULES: { [Field in keyof DraftTexts]: (value: DraftTexts[Field]) => boolean } = {
  title: (text) => isLengthWithin(text, 3, 120),
  description: (text) => isLengthWithin(text, 20, 5000),
  estimated_time: (text) => isLengthWithin(text, 0, 60),
  tags: (text) => isListWithin(splitTags(text), 10, 40),
  materials: (text) => isListWithin(splitLines(text), 30, 120),
  tools: (text) => isListWithin(splitLines(text), 30, 120),
  notions: (text) => isListWithin(splitLines(text), 30, 120),
  techniques: (text) => isListWithin(splitLines(text), 30, 120),
  seam_allowance: (text) => isLengthWithin(text, 0, 200),
  notes: (text) => isLengthWithin(text, 0, 2000),
  size_chart: isValidChart,
};

function isValidChart(chart: Table): boolean {
  const { columns, rows } = trimTable(chart);
  // 12 columns × 60 rows are at most 720 cells.
  return columns.length <= 12 && rows.length <= 60 && columns.every(Boolean) && isListWithin(rows.flat(), 720, 40);
}

function isValidFabric(fabric: Table): boolean {
  const { columns, rows } = trimTable(fabric, true);
  const widths = columns.slice(1).map(parseNumber);
  return (
    widths.length <= 6 &&
    rows.length <= 40 &&
    widths.every((width) => width !== null && width >= 10 && width <= 1000) &&
    rows.every(
      ([size = '', ...metres]) => isLengthWithin(size, 1, 20) && metres.every((m) => m === '' || isValidMetres(m)),
    )
  );
}

function isValidMetres(text: string): boolean {
  const metres = parseNumber(text);
  return metres !== null && metres <= 100;
}

function isValidPrice(text: string): boolean {
  const cents = parseCents(text);
  return cents !== null && (cents === 0 || (cents >= 100 && cents <= 25_000));
}

/** Checks a draft. @param languages the languages of the pattern */
export function findProblems(draft: Draft, languages: Language[]): Problems {
  const common: [string, boolean][] = [
    ['category', draft.category !== ''],
    ['level', draft.level !== ''],
    ['price', isValidPrice(draft.price)],
    ['sizes', isListWithin(splitSizes(draft.sizes), 40, 20)],
    ['fabric', isValidFabric(draft.fabric)],
    ['pieces', draft.licence !== 'small-series' || parsePieces(draft.pieces) !== null],
  ];
  const texts = languages.flatMap((language) =>
    (Object.keys(TEXT_RULES) as (keyof DraftTexts)[]).map((name): [string, boolean] => {
      const rule = TEXT_RULES[name] as (value: unknown) => boolean;
      return [`${name}.${language}`, rule(draft[language][name])];
    }),
  );
  const invalid = [...texts, ...common].filter(([, valid]) => !valid).map(([name]) => name);
  return Object.fromEntries(invalid.map((name) => [name, messageKey(name)]));
}

/** The problems that the server reports, by the field names of the form. @param main the main language of the pattern */
export function serverProblems(details: FieldProblem[], main: Language): Problems {
  const names = details.map(({ field }) => {
    const [first = '', language = '', inner = ''] = field.split('.');
    if (first === 'licence') return language === 'pieces' ? 'pieces' : 'licence';
    if (first === 'translations') return `${inner}.${language}`;
    if (first in TEXT_RULES) return `${first}.${main}`;
    return { difficulty_level: 'level', instructions_languages: 'instructions' }[first] ?? first;
  });
  return Object.fromEntries(names.map((name) => [name, messageKey(name)]));
}

const messageKey = (name: string) => `studio:problem.${name.split('.')[0]}`;

/** The first language with a problem; the main language is checked first. */
export const languageWithProblem = (problems: Problems, main: Language): Language | undefined =>
  [main, ...LANGUAGES].find((language) => Object.keys(problems).some((name) => name.endsWith(`.${language}`)));
