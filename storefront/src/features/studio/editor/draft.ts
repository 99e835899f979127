import type { OwnPattern, Translation } from '../../../api/studio';
import type { Category, Language, Level } from '../../../api/types';

export interface Table {
  columns: string[];
  rows: string[][];
}

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
  /** The first column contains the sizes. The headings of the other columns are fabric widths in centimetres. */
  fabric: Table;
}

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

/** A number as the user types it: with the decimal mark of the language, without thousands separators. */
function formatAmount(value: number, language: Language, digits?: number): string {
  const text = digits === undefined ? String(value) : value.toFixed(digits);
  return language === 'de' ? text.replace('.', ',') : text;
}
