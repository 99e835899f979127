import type { NewPattern, OwnPattern, Translation } from '../../../api/studio';
import type { Category, Language, Level } from '../../../api/types';
import {
  formatAmount,
  isBlankTable,
  parseCents,
  parseNumber,
  parsePieces,
  splitLines,
  splitSizes,
  splitTags,
  type Table,
  trimTable,
} from './draft-text';

/** The texts of a pattern in one language, as typed in the form. */
export interface DraftTexts {
  title: string;
  description: string;
  estimated_time: string;
  tags: string;
  materials: string;
  tools: string;
  notions: string;
  techniques: string;
  seam_allowance: string;
  notes: string;
  size_chart: Table;
}

/** A pattern as typed in the form: numbers and lists are text. */
export interface Draft {
  de: DraftTexts;
  en: DraftTexts;
  category: Category | '';
  level: Level | '';
  price: string;
  sizes: string;
  instructions: string[];
  licence: LicenceKind;
  /** The number of pieces of a small series. */
  pieces: string;
  /** The first column contains the sizes. The headings of the other columns are fabric widths in centimetres. */
  fabric: Table;
}

type LicenceKind = NonNullable<NewPattern['licence']>['kind'];
export const LICENCE_KINDS = ['private', 'small-series', 'commercial'] as const satisfies LicenceKind[];

export const LANGUAGES = ['de', 'en'] as const satisfies Language[];
export const otherLanguage = (language: Language): Language => (language === 'de' ? 'en' : 'de');

const NO_TABLE: Table = { columns: [], rows: [] };

const noTexts = (): DraftTexts => ({
  title: '',
  description: '',
  estimated_time: '',
  tags: '',
  materials: '',
  tools: '',
  notions: '',
  techniques: '',
  seam_allowance: '',
  notes: '',
  size_chart: NO_TABLE,
});

export const emptyDraft = (): Draft => ({
  de: noTexts(),
  en: noTexts(),
  category: '',
  level: '',
  price: '',
  sizes: '',
  instructions: [],
  licence: 'private',
  pieces: '',
  fabric: NO_TABLE,
});

export function toDraft(pattern: OwnPattern, language: Language): Draft {
  const { translations } = pattern;
  const main = translations[pattern.language] ?? {};
  return {
    de: toTexts(translations.de),
    en: toTexts(translations.en),
    category: pattern.category,
    level: pattern.difficulty_level,
    price: formatAmount(pattern.price / 100, language, 2),
    sizes: (main.sizes ?? []).join(', '),
    instructions: main.instructions_languages ?? [],
    licence: main.licence?.kind ?? 'private',
    pieces: String(main.licence?.pieces ?? ''),
    fabric: toFabricTable(main.fabric ?? [], language),
  };
}

const lines = (list: string[] | undefined) => (list ?? []).join('\n');

function toTexts(translation: Translation | undefined): DraftTexts {
  if (!translation) return noTexts();
  const { title = '', description = '', estimated_time: time = '', seam_allowance: seam = '' } = translation;
  return {
    title,
    description,
    estimated_time: time,
    tags: (translation.tags ?? []).join(', '),
    materials: lines(translation.materials),
    tools: lines(translation.tools),
    notions: lines(translation.notions),
    techniques: lines(translation.techniques),
    seam_allowance: seam,
    notes: translation.notes ?? '',
    size_chart: translation.size_chart ?? NO_TABLE,
  };
}

function toFabricTable(fabric: NonNullable<Translation['fabric']>, language: Language): Table {
  if (fabric.length === 0) return NO_TABLE;
  const sizes = [...new Set(fabric.flatMap(({ meters }) => meters.map(({ size }) => size)))];
  const metres = (column: number, size: string) => fabric[column]?.meters.find((entry) => entry.size === size)?.m;
  return {
    columns: ['', ...fabric.map(({ width_cm: width }) => formatAmount(width, language))],
    rows: sizes.map((size) => [
      size,
      ...fabric.map((_, column) => {
        const m = metres(column, size);
        return m === undefined ? '' : formatAmount(m, language);
      }),
    ]),
  };
}

export const hasText = ({ size_chart: chart, ...texts }: DraftTexts) =>
  Object.values(texts).some((text) => text.trim()) || !isBlankTable(chart);

/** The main language of a new pattern: the screen's language, unless only the other language has a title. */
export function mainLanguage(draft: Draft, screenLanguage: Language): Language {
  return !draft[screenLanguage].title.trim() && draft[otherLanguage(screenLanguage)].title.trim()
    ? otherLanguage(screenLanguage)
    : screenLanguage;
}

/** The languages of the pattern: the main language, and the other language if it has any text. */
export function usedLanguages(
  draft: Draft,
  saved: OwnPattern | undefined,
  screenLanguage: Language,
): [Language, ...Language[]] {
  const main = saved?.language ?? mainLanguage(draft, screenLanguage);
  const other = otherLanguage(main);
  return saved?.translations[other] || hasText(draft[other]) ? [main, other] : [main];
}

/** Converts a draft without problems to the body of the request that saves the pattern. */
export function toForm(draft: Draft, saved: OwnPattern | undefined, screenLanguage: Language): NewPattern {
  const [main, other] = usedLanguages(draft, saved, screenLanguage);
  const { category, level } = draft;
  if (!category || !level) throw new Error('The draft has no category or level');
  return {
    ...toTranslation(draft[main]),
    language: main,
    category,
    difficulty_level: level,
    price: parseCents(draft.price) ?? 0,
    sizes: splitSizes(draft.sizes),
    instructions_languages: draft.instructions,
    licence: {
      kind: draft.licence,
      pieces: draft.licence === 'small-series' ? parsePieces(draft.pieces) : null,
    },
    fabric: toFabric(draft.fabric),
    ...(other && {
      // A new translation omits its empty texts: the server fills them from the main language.
      translations: {
        [other]: saved?.translations[other] ? toTranslation(draft[other]) : toNewTranslation(draft[other]),
      },
    }),
  };
}

function toTranslation(texts: DraftTexts) {
  return {
    title: texts.title.trim(),
    description: texts.description.trim(),
    estimated_time: texts.estimated_time.trim(),
    tags: splitTags(texts.tags),
    materials: splitLines(texts.materials),
    tools: splitLines(texts.tools),
    notions: splitLines(texts.notions),
    techniques: splitLines(texts.techniques),
    seam_allowance: texts.seam_allowance.trim(),
    notes: texts.notes.trim(),
    size_chart: trimTable(texts.size_chart),
  };
}

function toNewTranslation(texts: DraftTexts): Translation {
  const entries = Object.entries(toTranslation(texts)).filter(([, value]) =>
    typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value.rows.length > 0,
  );
  return Object.fromEntries(entries);
}

function toFabric(table: Table): NonNullable<NewPattern['fabric']> {
  const { columns, rows } = trimTable(table, true);
  return columns.slice(1).map((width, index) => ({
    width_cm: parseNumber(width) ?? 0,
    meters: rows.flatMap((row) => {
      const m = parseNumber(row[index + 1] ?? '');
      return m === null ? [] : [{ size: row[0] ?? '', m }];
    }),
  }));
}
