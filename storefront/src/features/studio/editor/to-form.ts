import type { NewPattern, OwnPattern, Translation } from '../../../api/studio';
import type { Language } from '../../../api/types';
import { type Draft, type DraftTexts, otherLanguage, type Table } from './draft';
import {
  parseCents,
  trimTable,
  hasText,
  splitLines,
  mainLanguage,
  parseNumber,
  splitSizes,
  splitTags,
} from './draft-rules';

/** The languages of the pattern: the main language, and the other language if it has any text. */
export function usedLanguages(
  draft: Draft,
  saved: OwnPattern | undefined,
  screen: Language,
): [Language, ...Language[]] {
  const main = saved?.language ?? mainLanguage(draft, screen);
  const other = otherLanguage(main);
  return saved?.translations[other] || hasText(draft[other]) ? [main, other] : [main];
}

/** Converts a draft without problems to the body of the request. */
export function toForm(draft: Draft, saved: OwnPattern | undefined, screen: Language): NewPattern {
  const [main, other] = usedLanguages(draft, saved, screen);
  const { category, level } = draft;
  if (!category || !level) throw new Error('A draft without category or level has problems');
  return {
    ...toTranslation(draft[main]),
    language: main,
    category,
    difficulty_level: level,
    price: parseCents(draft.price) ?? 0,
    sizes: splitSizes(draft.sizes),
    instructions_languages: draft.instructions,
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
