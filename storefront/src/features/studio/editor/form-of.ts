import type { NewPattern, OwnPattern, Translation } from '../../../api/studio';
import type { Language } from '../../../api/types';
import { type Draft, type DraftTexts, otherOf, type Table } from './draft';
import { centsOf, filledPart, hasWords, linesOf, mainLanguage, numberOf, sizesOf, tagsOf } from './draft-rules';

/** The languages in which buyers will read it: the main one, and the other as soon as there is a word of it. */
export function languagesOf(draft: Draft, saved: OwnPattern | undefined, screen: Language): [Language, ...Language[]] {
  const main = saved?.language ?? mainLanguage(draft, screen);
  const other = otherOf(main);
  return saved?.translations[other] || hasWords(draft[other]) ? [main, other] : [main];
}

/** What is sent; for a draft without problems. */
export function formOf(draft: Draft, saved: OwnPattern | undefined, screen: Language): NewPattern {
  const [main, other] = languagesOf(draft, saved, screen);
  const { category, level } = draft;
  if (!category || !level) throw new Error('A draft without category or level has problems');
  return {
    ...translationOf(draft[main]),
    language: main,
    category,
    difficulty_level: level,
    price: centsOf(draft.price) ?? 0,
    sizes: sizesOf(draft.sizes),
    instructions_languages: draft.instructions,
    fabric: fabricOf(draft.fabric),
    ...(other && {
      // What a new translation does not say is taken from the main language.
      translations: { [other]: saved?.translations[other] ? translationOf(draft[other]) : said(draft[other]) },
    }),
  };
}

function translationOf(texts: DraftTexts) {
  return {
    title: texts.title.trim(),
    description: texts.description.trim(),
    estimated_time: texts.estimated_time.trim(),
    tags: tagsOf(texts.tags),
    materials: linesOf(texts.materials),
    tools: linesOf(texts.tools),
    notions: linesOf(texts.notions),
    techniques: linesOf(texts.techniques),
    seam_allowance: texts.seam_allowance.trim(),
    notes: texts.notes.trim(),
    size_chart: filledPart(texts.size_chart),
  };
}

function said(texts: DraftTexts): Translation {
  const entries = Object.entries(translationOf(texts)).filter(([, value]) =>
    typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value.rows.length > 0,
  );
  return Object.fromEntries(entries);
}

function fabricOf(table: Table): NonNullable<NewPattern['fabric']> {
  const { columns, rows } = filledPart(table, true);
  return columns.slice(1).map((width, index) => ({
    width_cm: numberOf(width) ?? 0,
    meters: rows.flatMap((row) => {
      const m = numberOf(row[index + 1] ?? '');
      return m === null ? [] : [{ size: row[0] ?? '', m }];
    }),
  }));
}
