import type { FieldProblem } from '../../../api/api-error';
import type { Language } from '../../../api/types';
import { type Draft, type DraftTexts, LANGUAGES, otherOf, type Table } from './draft';

/** Field names with what is wrong: `price`, or `title.de` for what stands in each language. */
export type Problems = Record<string, string>;

/** What an amount in euros is in cents: "12,90", "12.9" and "12 €"; null for anything else. */
export function centsOf(text: string): number | null {
  const [, euros, cents = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s€]/g, '')) ?? [];
  return euros === undefined ? null : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

/** A number with a comma or a point; null for anything else. */
export function numberOf(text: string): number | null {
  return /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;
}

const listOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
export const linesOf = (text: string) => listOf(text, /\n/);
export const sizesOf = (text: string) => listOf(text, /[,;\n]/);
export const tagsOf = (text: string) => listOf(text.replaceAll('#', ''), /[,;\n]/);

export const isBlankTable = ({ columns, rows }: Table) =>
  [...columns, ...rows.flat()].every((cell) => cell.trim() === '');

/** Without the rows and columns in which nothing stands. */
export function filledPart({ columns, rows }: Table, keepFirst = false): Table {
  const kept = columns
    .map((_, column) => column)
    .filter((column) => {
      if (keepFirst && column === 0) return true;
      return [columns, ...rows].some((row) => row[column]?.trim());
    });
  const cut = (row: string[]) => kept.map((column) => (row[column] ?? '').trim());
  return { columns: cut(columns), rows: rows.map(cut).filter((row) => row.some(Boolean)) };
}

export const hasWords = ({ size_chart: chart, ...texts }: DraftTexts) =>
  Object.values(texts).some((text) => text.trim()) || !isBlankTable(chart);

/** The language that a new pattern is written in: the one of the screen, unless only the other has a title. */
export function mainLanguage(draft: Draft, screen: Language): Language {
  return !draft[screen].title.trim() && draft[otherOf(screen)].title.trim() ? otherOf(screen) : screen;
}

const length = (text: string) => [...text.trim()].length;
const within = (text: string, min: number, max: number) => length(text) >= min && length(text) <= max;
const listWithin = (list: string[], count: number, each: number) =>
  list.length <= count && list.every((entry) => length(entry) <= each);

const TEXT_RULES: { [Field in keyof DraftTexts]: (value: DraftTexts[Field]) => boolean } = {
  title: (text) => within(text, 3, 120),
  description: (text) => within(text, 20, 5000),
  estimated_time: (text) => within(text, 0, 60),
  tags: (text) => listWithin(tagsOf(text), 10, 40),
  materials: (text) => listWithin(linesOf(text), 30, 120),
  tools: (text) => listWithin(linesOf(text), 30, 120),
  notions: (text) => listWithin(linesOf(text), 30, 120),
  techniques: (text) => listWithin(linesOf(text), 30, 120),
  seam_allowance: (text) => within(text, 0, 200),
  notes: (text) => within(text, 0, 2000),
  size_chart: isChart,
};

function isChart(chart: Table): boolean {
  const { columns, rows } = filledPart(chart);
  return columns.length <= 12 && rows.length <= 60 && columns.every(Boolean) && listWithin(rows.flat(), 720, 40);
}

function isFabric(fabric: Table): boolean {
  const { columns, rows } = filledPart(fabric, true);
  const widths = columns.slice(1).map(numberOf);
  return (
    widths.length <= 6 &&
    rows.length <= 40 &&
    widths.every((width) => width !== null && width >= 10 && width <= 1000) &&
    rows.every(([size = '', ...metres]) => within(size, 1, 20) && metres.every((m) => m === '' || isLength(m)))
  );
}

function isLength(text: string): boolean {
  const metres = numberOf(text);
  return metres !== null && metres <= 100;
}

function isPrice(text: string): boolean {
  const cents = centsOf(text);
  return cents !== null && (cents === 0 || (cents >= 100 && cents <= 25_000));
}

/** @param languages those that are to be shown to buyers */
export function problemsOf(draft: Draft, languages: Language[]): Problems {
  const common: [string, boolean][] = [
    ['category', draft.category !== ''],
    ['level', draft.level !== ''],
    ['price', isPrice(draft.price)],
    ['sizes', listWithin(sizesOf(draft.sizes), 40, 20)],
    ['fabric', isFabric(draft.fabric)],
  ];
  const texts = languages.flatMap((language) =>
    (Object.keys(TEXT_RULES) as (keyof DraftTexts)[]).map((name): [string, boolean] => {
      const rule = TEXT_RULES[name] as (value: unknown) => boolean;
      return [`${name}.${language}`, rule(draft[language][name])];
    }),
  );
  const wrong = [...texts, ...common].filter(([, right]) => !right).map(([name]) => name);
  return Object.fromEntries(wrong.map((name) => [name, wordsFor(name)]));
}

/** What the server found, under the names of the fields. */
export function serverProblems(details: FieldProblem[], main: Language): Problems {
  const names = details.map(({ field }) => {
    const [first = '', language = '', inner = ''] = field.split('.');
    if (first === 'translations') return `${inner}.${language}`;
    if (first in TEXT_RULES) return `${first}.${main}`;
    return { difficulty_level: 'level', instructions_languages: 'instructions' }[first] ?? first;
  });
  return Object.fromEntries(names.map((name) => [name, wordsFor(name)]));
}

const wordsFor = (name: string) => `studio:problem.${name.split('.')[0]}`;

/** In which language something is wrong, the main one first. */
export const languageInTrouble = (problems: Problems, main: Language): Language | undefined =>
  [main, ...LANGUAGES].find((language) => Object.keys(problems).some((name) => name.endsWith(`.${language}`)));
