import type { FieldProblem } from '../../../api/api-error';
import type { Language } from '../../../api/types';
import { type Draft, type DraftTexts, LANGUAGES, otherLanguage, type Table } from './draft';

/** Message keys by field: `price`, or `title.de` for a field that exists in each language. */
export type Problems = Record<string, string>;

/** Parses an amount in euros, such as "12,90", "12.9" or "12 €". @returns cents, or null */
export function parseCents(text: string): number | null {
  const [, euros, cents = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s€]/g, '')) ?? [];
  return euros === undefined ? null : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

/** Parses a number with a comma or a point. */
export function parseNumber(text: string): number | null {
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;
}

const splitList = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
export const splitLines = (text: string) => splitList(text, /\n/);
export const splitSizes = (text: string) => splitList(text, /[,;\n]/);
export const splitTags = (text: string) => splitList(text.replaceAll('#', ''), /[,;\n]/);

export const isBlankTable = ({ columns, rows }: Table) =>
  [...columns, ...rows.flat()].every((cell) => cell.trim() === '');

/** Removes the empty rows and columns. */
export function trimTable({ columns, rows }: Table, keepFirst = false): Table {
  const kept = columns
    .map((_, column) => column)
    .filter((column) => {
      if (keepFirst && column === 0) return true;
      return [columns, ...rows].some((row) => row[column]?.trim());
    });
  const cut = (row: string[]) => kept.map((column) => (row[column] ?? '').trim());
  return { columns: cut(columns), rows: rows.map(cut).filter((row) => row.some(Boolean)) };
}

export const hasText = ({ size_chart: chart, ...texts }: DraftTexts) =>
  Object.values(texts).some((text) => text.trim()) || !isBlankTable(chart);

/** The main language of a new pattern: the screen's language, unless only the other language has a title. */
export function mainLanguage(draft: Draft, screen: Language): Language {
  return !draft[screen].title.trim() && draft[otherLanguage(screen)].title.trim() ? otherLanguage(screen) : screen;
}

const length = (text: string) => [...text.trim()].length;
const within = (text: string, min: number, max: number) => length(text) >= min && length(text) <= max;
const listWithin = (list: string[], count: number, each: number) =>
  list.length <= count && list.every((entry) => length(entry) <= each);

const TEXT_RULES: { [Field in keyof DraftTexts]: (value: DraftTexts[Field]) => boolean } = {
  title: (text) => within(text, 3, 120),
  description: (text) => within(text, 20, 5000),
  estimated_time: (text) => within(text, 0, 60),
  tags: (text) => listWithin(splitTags(text), 10, 40),
  materials: (text) => listWithin(splitLines(text), 30, 120),
  tools: (text) => listWithin(splitLines(text), 30, 120),
  notions: (text) => listWithin(splitLines(text), 30, 120),
  techniques: (text) => listWithin(splitLines(text), 30, 120),
  seam_allowance: (text) => within(text, 0, 200),
  notes: (text) => within(text, 0, 2000),
  size_chart: isChart,
};

function isChart(chart: Table): boolean {
  const { columns, rows } = trimTable(chart);
  return columns.length <= 12 && rows.length <= 60 && columns.every(Boolean) && listWithin(rows.flat(), 720, 40);
}

function isFabric(fabric: Table): boolean {
  const { columns, rows } = trimTable(fabric, true);
  const widths = columns.slice(1).map(parseNumber);
  return (
    widths.length <= 6 &&
    rows.length <= 40 &&
    widths.every((width) => width !== null && width >= 10 && width <= 1000) &&
    rows.every(([size = '', ...metres]) => within(size, 1, 20) && metres.every((m) => m === '' || isLength(m)))
  );
}

function isLength(text: string): boolean {
  const metres = parseNumber(text);
  return metres !== null && metres <= 100;
}

function isPrice(text: string): boolean {
  const cents = parseCents(text);
  return cents !== null && (cents === 0 || (cents >= 100 && cents <= 25_000));
}

/** Checks a draft. @param languages the languages of the pattern */
export function findProblems(draft: Draft, languages: Language[]): Problems {
  const common: [string, boolean][] = [
    ['category', draft.category !== ''],
    ['level', draft.level !== ''],
    ['price', isPrice(draft.price)],
    ['sizes', listWithin(splitSizes(draft.sizes), 40, 20)],
    ['fabric', isFabric(draft.fabric)],
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

/** Converts the server's problems: the keys are the field names of the form. */
export function serverProblems(details: FieldProblem[], main: Language): Problems {
  const names = details.map(({ field }) => {
    const [first = '', language = '', inner = ''] = field.split('.');
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
